// Whether a value has the form that a schema of the specification describes (JSON Type Definition, RFC 8927). Members that a
// schema does not name are always allowed, because a provider may add some (8.4).

export interface Shape {
  ref?: string;
  type?: string;
  enum?: string[];
  elements?: Shape;
  values?: Shape;
  properties?: Record<string, Shape>;
  optionalProperties?: Record<string, Shape>;
  nullable?: boolean;
  /** A regular expression for a text. */
  pattern?: string;
}

const RANGES: Record<string, readonly [number, number]> = {
  int8: [-128, 127], uint8: [0, 255], int16: [-32_768, 32_767], uint16: [0, 65_535],
  int32: [-(2 ** 31), 2 ** 31 - 1], uint32: [0, 2 ** 32 - 1],
};
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

export function conforms(value: unknown, shape: Shape, definitions: Record<string, Shape>): boolean {
  if (value === null && shape.nullable) return true;
  if (shape.ref !== undefined) return conforms(value, definitions[shape.ref]!, definitions);
  if (shape.enum) return typeof value === "string" && shape.enum.includes(value);
  if (shape.elements) return Array.isArray(value) && value.every((element) => conforms(element, shape.elements!, definitions));
  if (shape.values) return isObject(value) && Object.values(value).every((member) => conforms(member, shape.values!, definitions));
  if (shape.properties || shape.optionalProperties) {
    return isObject(value)
      && Object.entries(shape.properties ?? {}).every(([name, form]) => Object.hasOwn(value, name) && conforms(value[name], form, definitions))
      && Object.entries(shape.optionalProperties ?? {}).every(([name, form]) =>
        !Object.hasOwn(value, name) || conforms(value[name], form, definitions));
  }
  return shape.type === undefined || hasType(value, shape.type, shape.pattern);
}

function hasType(value: unknown, type: string, pattern: string | undefined): boolean {
  if (type === "boolean") return typeof value === "boolean";
  if (type === "string") return typeof value === "string" && (pattern === undefined || new RegExp(pattern, "u").test(value));
  if (type === "timestamp") return typeof value === "string" && TIMESTAMP.test(value) && !Number.isNaN(Date.parse(value));
  if (type === "float32" || type === "float64") return typeof value === "number";
  const [least, most] = RANGES[type]!;
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

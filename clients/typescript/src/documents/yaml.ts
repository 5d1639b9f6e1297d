// The YAML of documents (13.1): what is written is the part that is JSON in lines; what is read is what a provider writes,
// which is block mappings and lists, quoted and plain scalars, and comments. Everything else is refused.

export type Yaml = string | number | boolean | null | Yaml[] | { [name: string]: Yaml };

interface Line {
  indent: number;
  text: string;
}

const PLAIN_NAME = /^([A-Za-z0-9_-]+):(?: +(.*))?$/;

/** A mapping of one level, each text quoted. */
export function writeYaml(members: Record<string, unknown>): string {
  return Object.entries(members)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? quoted(value) : JSON.stringify(value)}\n`)
    .join("");
}

/** JSON leaves some characters as they are that YAML takes only as escapes. */
function quoted(text: string): string {
  return JSON.stringify(text)
    .replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Throws a SyntaxError for what is not of the described form. */
export function readYaml(text: string): Yaml {
  const lines = text.split(/\r?\n/)
    .filter((line) => !/^\s*(#.*)?$/.test(line))
    .map((line) => ({ indent: line.length - line.trimStart().length, text: line.trim() }));
  const reader = new Reader(lines);
  const value = reader.block(0);
  if (!reader.isAtEnd) throw new SyntaxError("A line of the YAML text is not indented as it should be.");
  return value;
}

class Reader {
  readonly #lines: Line[];
  #at = 0;

  constructor(lines: Line[]) {
    this.#lines = lines;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#lines.length;
  }

  block(indent: number): Yaml {
    const line = this.#lines[this.#at];
    if (!line || line.indent !== indent || indent > 64) throw new SyntaxError("A value of the YAML text is missing.");
    if (line.text === "-" || line.text.startsWith("- ")) return this.#list(indent);
    return PLAIN_NAME.test(line.text) ? this.#mapping(indent) : this.#scalarLine();
  }

  #scalarLine(): Yaml {
    return scalar(this.#lines[this.#at++]!.text);
  }

  #list(indent: number): Yaml[] {
    const list: Yaml[] = [];
    for (let line = this.#lines[this.#at]; line?.indent === indent && /^-( |$)/.test(line.text); line = this.#lines[this.#at]) {
      const rest = line.text.slice(1).trimStart();
      if (rest === "") {
        this.#at++;
        list.push(this.#nested(indent));
      } else {
        // What stands behind the dash is a block of its own, indented by the place where it stands.
        const inner = indent + line.text.length - rest.length;
        this.#lines[this.#at] = { indent: inner, text: rest };
        list.push(this.block(inner));
      }
    }
    return list;
  }

  #mapping(indent: number): Yaml {
    const mapping = Object.create(null) as { [name: string]: Yaml };
    for (let line = this.#lines[this.#at]; line?.indent === indent; line = this.#lines[this.#at]) {
      const match = PLAIN_NAME.exec(line.text);
      if (!match) throw new SyntaxError("A member of the YAML text has no name.");
      const [, name, rest = ""] = match as unknown as [string, string, string?];
      if (name in mapping) throw new SyntaxError(`The member ${name} of the YAML text occurs twice.`);
      this.#at++;
      mapping[name] = rest === "" || rest.startsWith("#") ? this.#nested(indent) : scalar(rest);
    }
    return mapping;
  }

  /** The more indented block that follows, a list at the same indentation, or null. */
  #nested(indent: number): Yaml {
    const next = this.#lines[this.#at];
    if (next && (next.indent > indent || (next.indent === indent && /^-( |$)/.test(next.text)))) return this.block(next.indent);
    return null;
  }
}

function scalar(text: string): Yaml {
  const double = /^("(?:[^"\\]|\\.)*")(?:\s+#.*|\s*)$/.exec(text);
  if (double) return JSON.parse(double[1]!) as string;
  const single = /^'((?:[^']|'')*)'(?:\s+#.*|\s*)$/.exec(text);
  if (single) return single[1]!.replaceAll("''", "'");
  const plain = text.replace(/\s+#.*$/, "");
  if (plain === "[]") return [];
  if (plain === "{}") return {};
  if (/^[[\]{}&*!|>'"%@`,?#]/.test(plain) || /: |:$/.test(plain)) throw new SyntaxError("A value of the YAML text is of an unknown form.");
  if (plain === "null" || plain === "~") return null;
  if (plain === "true" || plain === "false") return plain === "true";
  // Only integers are numbers: everything else keeps the digits that were written.
  return /^-?(0|[1-9][0-9]*)$/.test(plain) && Number.isSafeInteger(Number(plain)) ? Number(plain) : plain;
}

// JSON in which a member may occur only once in each object.

/** The value of a JSON text; throws a SyntaxError if it is no JSON or has a member twice. */
export function parseUnique(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // The text is known to be JSON, so that these tokens tell all objects and their members.
  const open: (Set<string> | undefined)[] = [];
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;
  let last = "";
  for (const match of text.matchAll(tokens)) {
    const token = match[0]!;
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(undefined);
    else if (token === "}" || token === "]") open.pop();
    else if (token === ":") {
      const name = JSON.parse(last) as string;
      const members = open[open.length - 1]!;
      if (members.has(name)) throw new SyntaxError(`The member ${JSON.stringify(name)} occurs twice.`);
      members.add(name);
    } else last = token;
  }
  return value;
}

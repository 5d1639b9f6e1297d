// Links (chapter 16): read strictly, and never repaired.

const RETURN = /^([a-z0-9.-]+):payport\?([A-Za-z0-9._~&=-]+)$/;
const FORMS: Record<string, RegExp> = {
  provider: /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
  state: /^[A-Za-z0-9._~-]{1,256}$/,
  result: /^(approved|rejected|viewed)$/,
};

export interface ReturnLink {
  provider: string;
  state: string;
  result: "approved" | "rejected" | "viewed";
}

/** A link back to the app, whose scheme is the one of its manifest; undefined for every other text. */
export function parseReturnLink(scheme: string, link: string): ReturnLink | undefined {
  const match = link.length <= 512 ? RETURN.exec(link) : null;
  if (!match || match[1] !== scheme) return undefined;
  const members: Record<string, string> = {};
  for (const member of match[2]!.split("&")) {
    const [name, value, ...more] = member.split("=");
    const form = Object.hasOwn(FORMS, name!) ? FORMS[name!] : undefined;
    if (!form || value === undefined || more.length > 0 || !form.test(value) || Object.hasOwn(members, name!)) return undefined;
    members[name!] = value;
  }
  return Object.keys(members).length === 3 ? (members as unknown as ReturnLink) : undefined;
}

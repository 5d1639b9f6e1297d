/** What an element is described by: see h of dom.js. */
export interface ElementView {
  tag: string;
  props: Record<string, unknown>;
  children: Array<string | ElementView>;
}

/** What may stand in an element; nothing becomes of null, undefined, false and empty texts. */
export type Child = string | number | null | undefined | false | ElementView | Child[];

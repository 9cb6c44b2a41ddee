/** Attributes of an element by their names. */
export type Attributes = ReadonlyMap<string, string>

/** Takes what an XML document holds, in its order. */
export interface XmlHandler {
  /** An element begins; true if its own text is wanted, else the text is passed over. `name` is without its prefix. */
  open(name: string, attributes: Attributes, line: number): boolean
  /** A piece of the innermost open element's text; one text may come in many pieces. */
  text(piece: string): void
  close(name: string): void
  /** Something was put right; `line` counts from 1. */
  repaired(kind: string, line: number): void
}

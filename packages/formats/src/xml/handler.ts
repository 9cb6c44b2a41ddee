/** Attributes of an element by their names. */
export type Attributes = ReadonlyMap<string, string>

/** Receives the content of an XML document, in its order. */
export interface XmlHandler {
  /**
   * An element starts; true if its own text is wanted, otherwise the text is skipped. `name` has no
   * prefix.
   */
  open(name: string, attributes: Attributes, line: number): boolean
  /** A piece of the innermost open element's text; one text may come in many pieces. */
  text(piece: string): void
  close(name: string): void
  /** A comment that is short, without its marks. */
  comment?(text: string): void
  /** A correction was made; `line` counts from 1. */
  repaired(kind: string, line: number): void
}

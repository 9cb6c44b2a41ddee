export interface Heading {
  id: string
  depth: number
  title: string
}

/** The id of the first heading with this text. */
export const anchorOf = (title: string): string =>
  `h-${title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')}`

/** The id of a footnote with this label. */
export const noteIdOf = (label: string): string => `fn-${encodeURIComponent(label.toLowerCase())}`

/** Gives each heading of a document its id, in order; the second one with the same text ends with -1. */
export function anchors(): (title: string) => string {
  const seen = new Map<string, number>()
  return (title) => {
    const id = anchorOf(title)
    const times = seen.get(id) ?? 0
    seen.set(id, times + 1)
    return times === 0 ? id : `${id}-${times}`
  }
}

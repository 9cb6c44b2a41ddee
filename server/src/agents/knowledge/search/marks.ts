/**
 * Terms of the index that no text can contain, because texts give letters and digits only: they begin with a
 * character for private use.
 */
const mark = (text: string) => `\ue000${text}`

/** Chunks of a project, of an organization, and the ones that an organization shares. */
export const ofProject = (id: number): string => mark(`p${id}`)
export const ofOrganization = (id: number): string => mark(`o${id}`)
export const sharedIn = (organizationId: number): string => mark(`s${organizationId}`)

/** Chunks with this term in their document's title or their headings. */
export const headingMark = (term: string): string => mark(`h${term}`)

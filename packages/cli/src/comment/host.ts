/** A note on a merge or pull request. */
export interface Note {
  id: string
  /** Its Markdown source. */
  body: string
  url: string
  /** The host's id or unique name of the author; empty if unknown. */
  author: string
}

/** A merge or pull request on a code host. All methods throw a `HostRefusal`. */
export interface Host {
  /** GitLab. */
  name: string
  /** `merge request !7 of acme/shop`. */
  subject: string
  /** Characters of a note that the host accepts. */
  mostCharacters: number
  /** Converts the server's text to the host's Markdown. */
  toOwnMarkdown(markdown: string): string
  /** True if the host rejects changes of notes that the token's user did not write. */
  protectsNotes: boolean
  /** True if it is neither merged nor closed. */
  isOpen(): Promise<boolean>
  /** The token's user or app, as `author` of its notes; undefined if the host does not say. */
  whoAmI(): Promise<string | undefined>
  /** All notes, in any order. */
  list(): Promise<Note[]>
  create(body: string): Promise<Note>
  update(id: string, body: string): Promise<Note>
  /** Removes a note; ignores a note that no longer exists. */
  remove(id: string): Promise<void>
}

/** The values of `--host`. */
export const HOSTS = ['gitlab', 'bitbucket', 'github'] as const
export type HostName = (typeof HOSTS)[number]

/** One note of ours on a merge or pull request. */
export interface Note {
  id: string
  /** Markdown as it was written. */
  body: string
  url: string
  /** Who wrote it, as the host tells people apart; empty where it does not say. */
  author: string
}

/** A merge or pull request where code is hosted. Everything throws a `HostRefusal`. */
export interface Host {
  /** GitLab. */
  name: string
  /** `merge request !7 of acme/shop`. */
  subject: string
  /** Characters of a note that the host takes. */
  mostCharacters: number
  /** Makes the server's text one that the host shows as it is meant. */
  toOwnMarkdown(markdown: string): string
  /** Whether it is neither merged nor closed. */
  isOpen(): Promise<boolean>
  /** Who the token is; undefined where the host does not tell. */
  whoAmI(): Promise<string | undefined>
  /** All notes, in any order. */
  list(): Promise<Note[]>
  create(body: string): Promise<Note>
  update(id: string, body: string): Promise<Note>
  /** One that is gone already is as good as removed. */
  remove(id: string): Promise<void>
}

/** The hosts by the name that `--host` takes. */
export const HOSTS = ['gitlab', 'bitbucket', 'github'] as const
export type HostName = (typeof HOSTS)[number]

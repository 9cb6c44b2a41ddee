import { text } from '../../data/search.ts'

/** The shown part of a document or a folder. */
export type View = 'revisions' | 'failures' | 'edit' | 'new' | 'raw'
const VIEWS: readonly unknown[] = ['revisions', 'failures', 'edit', 'new', 'raw']

export interface KnowledgeSearch {
  /** Absent: the document, or the folder's list. */
  view?: View | undefined
  /** The revision whose change is shown. */
  revision?: number | undefined
  q?: string | undefined
  /** `all` searches every project. */
  scope?: 'all' | undefined
  /** Template of a new document. */
  template?: string | undefined
}

export function readKnowledgeSearch(raw: Record<string, unknown>): KnowledgeSearch {
  const revision = Number(raw.revision)
  return {
    ...(VIEWS.includes(raw.view) && { view: raw.view as View }),
    ...(Number.isSafeInteger(revision) && revision > 0 && { revision }),
    ...text('q', raw.q),
    ...(raw.scope === 'all' && { scope: 'all' as const }),
    ...text('template', raw.template),
  }
}

export type StateFilter = 'open' | 'accepted' | 'rejected' | 'all'
const STATES: readonly unknown[] = ['open', 'accepted', 'rejected', 'all']

export interface ProposalsSearch {
  /** Absent: open. */
  state?: StateFilter | undefined
  project?: string | undefined
  proposal?: string | undefined
}

export const readProposalsSearch = (raw: Record<string, unknown>): ProposalsSearch => ({
  ...(STATES.includes(raw.state) && { state: raw.state as StateFilter }),
  ...text('project', raw.project),
  ...text('proposal', raw.proposal),
})

export interface TemplatesSearch {
  project?: string | undefined
  template?: string | undefined
  view?: 'edit' | undefined
}

export const readTemplatesSearch = (raw: Record<string, unknown>): TemplatesSearch => ({
  ...text('project', raw.project),
  ...text('template', raw.template),
  ...(raw.view === 'edit' && { view: 'edit' as const }),
})

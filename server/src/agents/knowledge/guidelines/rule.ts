/** The three guidelines. */
export type Mode = 'code' | 'review' | 'document'

export type Trust = 'high' | 'medium' | 'low'

/** The sections of all guidelines. Each mode shows three or four of them. */
export type Section =
  | 'patterns'
  | 'antiPatterns'
  | 'drift'
  | 'now'
  | 'template'
  | 'embedding'
  | 'documents'
  | 'trust'

/** One line of a guideline. */
export interface Rule {
  section: Section
  /** One line of plain text. */
  text: string
  /** The document that it quotes; null for the product's own rules and for facts of results. */
  source: { path: string; trust: Trust } | null
}

/** The sections of a mode in their order, with their headings. */
export const SECTIONS: Record<Mode, Partial<Record<Section, string>>> = {
  code: { patterns: 'Patterns', antiPatterns: 'Anti-patterns', now: 'Now', trust: 'Trust' },
  review: { antiPatterns: 'Violations', drift: 'Drift or new pattern', now: 'Now', patterns: 'Expected' },
  document: {
    template: 'Template requirements',
    embedding: 'Embedding rules',
    documents: 'This project',
    trust: 'Trust',
  },
}

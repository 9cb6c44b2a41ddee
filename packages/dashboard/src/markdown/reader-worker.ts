import { answerAll } from './answer-all.ts'
import { outlineOf } from './outline.ts'
import { readSection } from './read-section.ts'

/** To cut a whole text, or to read one section behind its `lead`. */
export type Ask = { outline: string } | { section: string; lead: string }

answerAll((ask: Ask) =>
  'outline' in ask ? outlineOf(ask.outline) : readSection(ask.lead + ask.section, ask.lead.length),
)

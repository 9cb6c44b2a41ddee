import type { RootContent } from 'mdast'
import { outlineOf } from './outline.ts'
import { readSection } from './read-section.ts'
import type { Section } from './section.ts'

/** To cut a whole text, or to read one section. */
export type Ask = { outline: string } | { section: string }
export type Told = 'ready' | { sections: Section[] } | { blocks: RootContent[] } | { error: string }

/** A worker's global is not that of a page, which the compiler is told about. */
const worker = globalThis as unknown as {
  postMessage(told: Told): void
  addEventListener(type: 'message', on: (event: { data: Ask }) => void): void
}

worker.addEventListener('message', ({ data }) => worker.postMessage(tell(data)))
worker.postMessage('ready')

function tell(ask: Ask): Told {
  try {
    return 'outline' in ask ? { sections: outlineOf(ask.outline) } : { blocks: readSection(ask.section) }
  } catch (error) {
    return { error: String(error) }
  }
}

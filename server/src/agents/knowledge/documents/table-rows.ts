import type { gfm } from 'micromark-extension-gfm'

type Extension = ReturnType<typeof gfm>
type Construct = Extract<NonNullable<NonNullable<Extension['flow']>[string]>, { tokenize: unknown }>
type Resolve = NonNullable<Construct['resolveAll']>
type Effects = Parameters<NonNullable<Construct['tokenize']>>[0]
type Token = Parameters<Resolve>[0][number][1]
type Context = Parameters<Resolve>[1]
/** Types of extensions are not among those of the parser. */
type AnyEvent = ['enter' | 'exit', Omit<Token, 'type'> & { type: string }, Context]

/** What a row of a table contains. */
const IN_ROWS = new Set([
  'linePrefix',
  'data',
  'tableCellDivider',
  'tableDelimiterFiller',
  'tableDelimiterMarker',
  'whitespace',
])
const ROWS = new Set(['tableHead', 'tableRow'])

/**
 * The extension with tables as rows without cells. Only where a table begins and ends matters, and the cells of a
 * narrow table take more memory than anything else that a text of its length can hold.
 */
export function withoutCells(extension: Extension): Extension {
  const flow = Object.entries(extension.flow ?? {}).map(([code, constructs]) => [
    code,
    [constructs ?? []].flat().map((one) => (one.name === 'table' ? rowsOnly(one as Construct) : one)),
  ])
  return { ...extension, flow: Object.fromEntries(flow) }
}

const rowsOnly = (table: Construct): Construct => ({
  ...table,
  tokenize(effects, ok, nok) {
    return table.tokenize.call(this, passingOver(effects), ok, nok)
  },
  resolveAll: addTables as Resolve,
})

/** Tokens of cells begin and end without an event. */
function passingOver(effects: Effects): Effects {
  let passed: Token | null = null
  return {
    ...effects,
    enter(type, fields) {
      if (!IN_ROWS.has(type)) return effects.enter(type, fields)
      const none = { line: 0, column: 0, offset: 0, _index: 0, _bufferIndex: 0 }
      passed = { type, start: none, end: none }
      return passed
    },
    exit(type) {
      const token = passed
      if (token?.type !== type) return effects.exit(type)
      passed = null
      return token
    },
  }
}

/** Puts each head and its rows into a table. */
function addTables(events: AnyEvent[], context: Context): AnyEvent[] {
  const resolved: AnyEvent[] = []
  let table: AnyEvent[1] | undefined
  let end = 0
  const close = () => {
    if (table) resolved.splice(end, 0, ['exit', table, context])
  }
  for (const event of events) {
    const [what, token] = event
    if (what === 'enter' && token.type === 'tableHead') {
      close()
      table = { type: 'table', start: { ...token.start }, end: { ...token.end } }
      resolved.push(['enter', table, context])
    }
    resolved.push(event)
    if (table && what === 'exit' && ROWS.has(token.type)) {
      table.end = { ...token.end }
      end = resolved.length
    }
  }
  close()
  return resolved
}

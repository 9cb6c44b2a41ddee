import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import { mayBeNamed } from '../../server/src/ground/store/named-statements.ts'

/** After so many uses Postgres has decided whether it keeps one plan for a statement. */
const USES_UNTIL_KNOWN = 6

export interface Explainer {
  /** Planning and running these statements once more, as Postgres reports it; milliseconds in total. */
  timeOf(queries: CompiledQuery[]): Promise<number>
  close(): Promise<void>
}

interface Explained {
  'QUERY PLAN': [{ 'Planning Time': number; 'Execution Time': number }]
}

/** Runs a statement as the product repeats it: by name, except for long values. */
export function openExplainer(connectionString: string): Explainer {
  const client = new pg.Client({ connectionString })
  // What ends the work early stops the server too.
  client.on('error', () => undefined)
  const connected = client.connect()
  const names = new Map<string, string>()
  const explain = async (text: string, values: unknown[] = []) => {
    const { rows } = await client.query<Explained>(
      `explain (analyze, timing off, format json) ${text}`,
      values,
    )
    const [plan] = (rows[0] as Explained)['QUERY PLAN']
    return plan['Planning Time'] + plan['Execution Time']
  }
  return {
    async timeOf(queries) {
      await connected
      let ms = 0
      for (const { sql: text, parameters } of queries) {
        if (!mayBeNamed(text, parameters)) {
          ms += await explain(text, [...parameters])
          continue
        }
        let name = names.get(text)
        const call = () => `execute ${name}${argumentsOf(parameters)}`
        if (!name) {
          name = `known_${names.size}`
          names.set(text, name)
          await client.query(`prepare ${name} as ${text}`)
          for (let use = 0; use < USES_UNTIL_KNOWN; use++) await client.query(call())
        }
        ms += await explain(call())
      }
      return ms
    },
    close: () => client.end(),
  }
}

const argumentsOf = (values: readonly unknown[]) =>
  values.length === 0 ? '' : `(${values.map(literal).join(', ')})`

const literal = (value: unknown): string => {
  if (value === null) return 'null'
  return pg.escapeLiteral(
    Array.isArray(value) ? `{${value.map((each) => JSON.stringify(each)).join()}}` : String(value),
  )
}

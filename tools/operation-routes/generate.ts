import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import type { Operation } from '../../packages/schema/src/operation.ts'
import { isPage } from '../../packages/schema/src/page.ts'
import { formatted } from '../formatted.ts'

/** The generated file. */
export const GENERATED = 'packages/schema/src/routes.ts'

const FOLDER = new URL('../../packages/schema/src/operations/', import.meta.url)

/** Generates the routes of every table of operations, in the workspace's format. */
export async function generateRoutes(): Promise<string> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const parts = await Promise.all(
    files.sort().map(async (file) => partsOf(file, (await import(new URL(file, FOLDER).href)) as Module)),
  )
  const code = [
    '// Made from the tables of operations by: npx -y pnpm@12 generate',
    '',
    "import { publicRoutesOf, routesOf } from './route.ts'",
    ...parts.flat(),
  ].join('\n')
  return formatted(GENERATED, code)
}

type Module = Record<string, unknown>

const SUFFIX = /Operations$/

const partsOf = (file: string, exported: Module): string[] =>
  Object.entries(exported)
    .filter(([name]) => SUFFIX.test(name))
    // Node sorts the names of a module, other loaders do not.
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, table]) => {
      const isPublic = Object.values(table as object).some((row) => !('role' in row))
      const rows = Object.entries(table as Record<string, Operation>).map(
        ([operation, row]) => `${operation}: ${JSON.stringify(rowOf(row))},`,
      )
      return `
export const ${name.replace(SUFFIX, 'Routes')} = ${isPublic ? 'publicRoutesOf' : 'routesOf'}(
  {
    ${rows.join('\n    ')}
  },
  async () => (await import('./operations/${basename(file)}')).${name},
)`
    })

function rowOf({ summary, input, output, ...row }: Operation) {
  return { ...row, ...(isPage(output) && { isPage: true }) }
}

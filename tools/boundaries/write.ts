import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { overridesOf, tableOf } from './rules.ts'

const BEGIN = '<!-- boundaries: made by tools/boundaries -->'
const END = '<!-- end of boundaries -->'

interface Config {
  overrides: { includes: string[]; linter?: { rules?: { style?: { noRestrictedImports?: unknown } } } }[]
}

/** `biome.json` with the rules of the table in the place of its own. */
function withRules(workspace: string): string {
  const config = JSON.parse(readFileSync(join(workspace, 'biome.json'), 'utf8')) as Config
  const others = config.overrides.filter(({ linter }) => !linter?.rules?.style?.noRestrictedImports)
  return `${JSON.stringify({ ...config, overrides: [...others, ...overridesOf(workspace)] }, null, 2)}\n`
}

/** `docs/contributing/architecture.md` with the table in its place. */
function withTable(workspace: string): string {
  const text = readFileSync(join(workspace, 'docs/contributing/architecture.md'), 'utf8')
  const [before, after] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (before < 0 || after < 0)
    throw new Error(`docs/contributing/architecture.md has no place for the table: ${BEGIN} … ${END}`)
  return `${text.slice(0, before)}${BEGIN}\n${tableOf()}\n${text.slice(after)}`
}

/** Writes both files; `npx -y pnpm@12 format` then brings biome.json into shape. */
export function writeBoundaries(workspace: string): void {
  const [config, docs] = [withRules(workspace), withTable(workspace)]
  writeFileSync(join(workspace, 'biome.json'), config)
  writeFileSync(join(workspace, 'docs/contributing/architecture.md'), docs)
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pages, sourceOf, workspace } from '@svc/test-kit/pages'
import { expect, test } from 'vitest'
import { runCommand } from '../../packages/cli/src/run.ts'
import { addDataCommands } from '../../server/src/roof/commands/data.ts'
import { addKeyCommands } from '../../server/src/roof/commands/keys.ts'
import { addOrganizationCommands } from '../../server/src/roof/commands/organizations.ts'
import { addPeopleCommands } from '../../server/src/roof/commands/people.ts'

// The manual is made of the command's own help, and the record of measurements has commands of its day.
const all = pages().filter(({ path }) => !/reference\/cli\.md|contributing\//.test(path))

const SVC =
  /(?:npx (?:--no |--yes --package \S+ )?(?:svc|@svc\/cli)|`svc|pnpm@12 svc)(?= +[a-z-]) +([^`\n|;&)>]+)/g
const SERVER = /svc-server +([^`\n|;&)>]+)/g
const PNPM = /pnpm@12 +([^`\n|;&)>]+)/g

/** The words after the name of a program, without quotes; a comment or a line's end ends them. */
const wordsOf = (text: string): string[] =>
  (text.split(/\s#/)[0]?.match(/"[^"]*"|'[^']*'|[^\s"',]+/g) ?? []).map((word) =>
    word.replace(/^["']|["'.,:]+$/g, ''),
  )

const found = (form: RegExp) =>
  all.flatMap(({ path, text }) =>
    [...text.replace(/\\\n\s*/g, ' ').matchAll(form)].map(([, rest = '']) => ({
      path,
      words: wordsOf(rest),
    })),
  )

const optionsIn = (words: string[]): string[] =>
  words.filter((word) => /^--[a-z]/.test(word)).map((word) => word.replace(/=.*/, ''))

/** The options of a command of `svc`, from its own help; null if there is no such command. */
async function optionsOfSvc(path: string[]): Promise<Set<string> | null> {
  let out = ''
  const write = (text: string) => {
    out += text
  }
  const code = await runCommand([...path, '--help'], { stdout: { write }, stderr: { write } })
  // For an unknown name, the help is that of the command above it.
  if (code !== 0 || !out.startsWith(`Usage: svc ${path.join(' ')} `)) return null
  return new Set([...out.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, name = '']) => name))
}

test('every svc command of every page exists, with every option', async () => {
  const groups = ['keys', 'docs', 'mcp', 'agent', 'journal']
  const known = new Map<string, Promise<Set<string> | null>>()
  const wrong: string[] = []
  const calls = found(SVC)
  for (const { path, words: all } of calls) {
    // After `--`, options are those of another command.
    const words = all.slice(0, all.includes('--') ? all.indexOf('--') : undefined)
    const [name = '', below = ''] = words
    // `svc wake` is the name of a connection.
    if (['help', 'wake'].includes(name) || name.startsWith('-')) continue
    const isNested = groups.includes(name) && /^[a-z]+$/.test(below)
    const command = isNested ? [name, below] : [name]
    const key = command.join(' ')
    if (!known.has(key)) known.set(key, optionsOfSvc(command))
    const options = await known.get(key)
    const said = `${path}: svc ${words.join(' ')}`
    if (!options) wrong.push(said)
    else
      wrong.push(...optionsIn(words).flatMap((option) => (options.has(option) ? [] : [`${said}: ${option}`])))
  }
  expect(calls.length).toBeGreaterThan(60)
  expect(wrong).toEqual([])
})

test('every svc-server command of every page exists, with every option', () => {
  type Program = Parameters<typeof addKeyCommands>[0]
  const { Command }: { Command: new (name: string) => Program } = createRequire(
    join(workspace, 'server/package.json'),
  )('commander')
  const program = new Command('svc-server')
  for (const add of [addKeyCommands, addPeopleCommands, addOrganizationCommands, addDataCommands])
    add(program, {})
  const calls = found(SERVER).filter(({ words: [name = ''] }) =>
    program.commands.some((each) => each.name() === name),
  )
  const wrong = calls.flatMap(({ path, words }) => {
    let command = program
    for (const word of words) {
      const next = command.commands.find((each) => each.name() === word)
      if (!next) break
      command = next
    }
    const said = `${path}: svc-server ${words.join(' ')}`
    const isWhole = command.commands.length === 0 || words.some((word) => /[|…]/.test(word))
    const options = new Set(command.options.map(({ long }) => long ?? ''))
    const unknown = optionsIn(words).filter((option) => !options.has(option) && option !== '--help')
    return isWhole && unknown.length === 0 ? [] : [said]
  })
  expect(calls.length).toBeGreaterThan(8)
  expect(wrong).toEqual([])
})

test('every script that a page runs with pnpm exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const own = ['exec', 'install', '--filter', '-r', '--recursive', '<script>', 'changeset']
  const names = found(PNPM).map(({ path, words: [name = ''] }) => ({ path, name }))
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter(({ name }) => !(name in scripts) && !own.includes(name))).toEqual([])
})

test('every variable of svc that a page names is read somewhere', () => {
  const code = `${sourceOf(['packages', 'server', 'scripts', 'tools', 'bench', '.github'])}
${['Dockerfile', 'compose.yaml', 'compose.postgres.yaml', 'action.yml'].map((file) => readFileSync(join(workspace, file), 'utf8')).join('\n')}`
  const read = new Set(code.match(/SVC_[A-Z_]+/g))
  // A name of the reader's own: a variable of a shell, or of a CI's component.
  const own = new Set(['SVC_ADMIN_KEY', 'SVC_GATE'])
  const named = all.flatMap(({ path, text }) =>
    (text.match(/\bSVC_[A-Z_]*[A-Z]\b(?![_*])/g) ?? []).map((name) => ({ path, name })),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ name }) => !read.has(name) && !own.has(name) && !/^SVC_RATE$/.test(name))).toEqual(
    [],
  )
})

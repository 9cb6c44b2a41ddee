import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../src/run.ts'
import { makeSetup } from './set-up.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

const isThere = (shell: Shell) => spawnSync(shell, ['--version']).status === 0

const scripts = new Map<Shell, string>()
beforeAll(async () => {
  for (const shell of SHELLS) scripts.set(shell, await scriptOf(shell))
})

const scriptOf = async (shell: string): Promise<string> => {
  let out = ''
  const write = (text: string) => {
    out += text
  }
  expect(await runCommand(['completion', shell], { stdout: { write }, stderr: { write } })).toBe(0)
  return out
}

/** What the shell itself offers where the last of the words is being typed. */
const OFFER: Record<Shell, (script: string, words: string[]) => [program: string, ...args: string[]]> = {
  bash: (script, words) => [
    'bash',
    '--norc',
    '-c',
    `source '${script}'; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _svc; printf '%s\\n' "\${COMPREPLY[@]}"`,
    'bash',
    ...words,
  ],
  fish: (script, words) => [
    'fish',
    '--no-config',
    '-c',
    `source '${script}'; complete -C '${words.join(' ')}'`,
  ],
  // The function runs as it would in the line editor; only what it hands over is caught.
  zsh: (script, words) => [
    'zsh',
    '-f',
    '-c',
    `compdef() { : }
_describe() { shift; [[ $1 == option ]] && shift; print -l -- \${(P)1%%:*} }
_files() { [[ $1 == -/ ]] && print -l -- *(N/) || print -l -- *(N) }
_message() { : }
compadd() { [[ $1 == -- ]] && shift; print -l -- "$@" }
source '${script}'
words=("$@"); CURRENT=$#; PREFIX=$words[CURRENT]
_svc`,
    'zsh',
    ...words,
  ],
}

describe.each(SHELLS)('completion in %s', (shell) => {
  // Shells that are not installed cannot be asked; that their scripts are written is tested below.
  const offers = (...words: string[]): string[] => {
    const folder = makeSetup({ 'report one.xml': '', 'other.txt': '', 'reports/a.txt': '' })
    const script = join(folder, '.script')
    writeFileSync(script, scripts.get(shell) ?? '')
    const [program, ...args] = OFFER[shell](script, ['svc', ...words])
    const said = execFileSync(program, args, { cwd: folder, encoding: 'utf8' })
    const typed = words.at(-1) ?? ''
    return said
      .split('\n')
      .map((line) => line.split('\t', 1)[0] ?? '')
      .filter((line) => line !== '' && line.startsWith(typed))
  }

  test.runIf(isThere(shell))('commands and those below them', () => {
    expect(offers('')).toEqual(expect.arrayContaining(['upload', 'compare', 'keys', 'help']))
    expect(offers('fl').sort()).toEqual(['flaky', 'flush'])
    expect(offers('keys', '').sort()).toEqual(expect.arrayContaining(['create', 'list', 'revoke']))
    expect(offers('help', 'exec')).toEqual(['executions'])
    expect(offers('help', 'keys', '').sort()).toEqual(['create', 'list', 'revoke'])
  })

  test.runIf(isThere(shell))('options and their values', () => {
    expect(offers('compare', '--lim')).toEqual(['--limit'])
    expect(offers('keys', 'create', '--ro')).toEqual(['--role'])
    expect(offers('executions', '--status', 'in')).toEqual(['incomplete'])
    expect(offers('upload', '--format', 'ju')).toEqual(['junit'])
    expect(offers('completion', 'z')).toEqual(['zsh'])
    // Its value stands behind a =, so that what follows is a name.
    expect(offers('compare', '--wait', '--lim')).toEqual(['--limit'])
  })

  test.runIf(isThere(shell))('files of upload', () => {
    expect(offers('upload', 'rep').map((name) => name.replaceAll('\\', ''))).toEqual(
      expect.arrayContaining(['report one.xml']),
    )
    expect(offers('upload', '--root', 'rep').map((name) => name.replace(/\/$/, ''))).toEqual(['reports'])
  })

  test('has every command and every long option', async () => {
    const script = scripts.get(shell) ?? ''
    for (const word of [
      'executions',
      'failures',
      'import',
      'revoke',
      'completion',
      'doctor',
      'since',
      'dry-run',
      'min-runs',
    ])
      expect(script).toContain(word)
  })
})

import { inOwnCommands } from '@svc/client/svc-command'
import { archiveAddress, FIRST_DAYS } from '@svc/protocol'
import { Command, InvalidArgumentError } from 'commander'
import type { Call } from '../call.ts'
import type { Applied } from '../init/apply-plan.ts'
import type { Plan } from '../init/plan.ts'
import { ranNewer } from '../init/ran-newer.ts'
import { Refusal } from '../refusal.ts'
import { namedFolder } from '../start-folder.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { text } from '../terminal/print.ts'
import { screenOf } from '../terminal/screen.ts'
import { toJson } from '../terminal/to-json.ts'

interface Options {
  url?: string
  action?: string
  yes?: boolean
  dryRun?: boolean
  install: boolean
  fromServer?: boolean
  json?: boolean
}

const MANUAL: Manual = {
  text: `Sets up reporting for the folder, its package and the members of its workspace. The command
finds Playwright, Vitest and Jest with their configs, shows every change as a diff, and asks. Then it
installs the packages and changes the configs. They come from the registry of the project if it has
those of the server's version, else from the server: then package.json and the lock file name its
address, and a note says so. The command keeps the reporters that a config or
the runner already uses. On GitHub, it adds the action to the workflow that runs the tests; for other
CI systems it prints the lines.

If a preset or a package of a config may name the reporter, its runner loads the config and says which
reporters it has. Each runner loads its changed config before the command ends. If it fails, the command puts the old
config back. A config that the command cannot change safely stays as it is, and the command prints
the lines to add. A second call finds nothing to do.`,
  examples: [
    ['npx --no svc init', 'in the project, with SVC_URL set'],
    ['npx --no svc init --dry-run', 'show the changes only'],
    ['npx --no svc init --yes --action acme/svc@v1', 'change all, with the action of your copy of svc'],
  ],
  json: `{ "folder", "url", "ready": [line],
  "installs": [{ "folder", "command", "isDone" }],
  "changes": [{ "file", "diff": [line], "state", "why"? }],
  "byHand": [{ "part", "why", "where", "lines" }], "notes": [line] }
Needs --yes or --dry-run. "state" is "planned", "verified", "written",
"kept" or "undone". "part" is "tests" or "ci".`,
  exitCodes: {
    0: 'everything is set up, or something was changed or planned',
    1: 'nothing was changed, although something is missing',
  },
  environment: {
    SVC_API_KEY: undefined,
    SVC_PROJECT: undefined,
    SVC_SUITE: 'one suite for all reporters: init then writes none',
  },
  seeAlso: ['doctor', 'login', 'compare'],
}

const actionFrom = (value: string): string => {
  if (!/^[\w.-]+\/[\w./-]+@[\w./-]+$/.test(value))
    throw new InvalidArgumentError('Give the action as in a workflow: <owner>/svc@v1.')
  return value
}

/** `svc init`: sets up reporting for the runners of a project. */
export const initCommand = (call: Call): Command =>
  new Command('init')
    .description('set up reporting: install reporters, change configs and the workflow')
    .argument('[folder]', 'a folder of the project', '.')
    .option(
      '--url <address>',
      'address of the server (default: SVC_URL, else the last login, else http://127.0.0.1:4700)',
    )
    .option('--action <owner/svc@ref>', 'the GitHub action: your copy of svc on GitHub', actionFrom)
    .option('--yes', 'change everything without asking')
    .option('--dry-run', 'show the changes, and change nothing')
    .option('--from-server', 'install the packages of the server, also if the registry has them')
    .option('--no-install', 'print the install command instead of running it')
    .option('--json', 'print one JSON document')
    .addHelpText('after', manualText(MANUAL))
    .action(async (name: string, options: Options, command: Command) => {
      const folder = namedFolder(name, call, command)
      if (await ranNewer(call, options.url)) return
      const [{ planInit }, { publishedAction }] = await Promise.all([
        import('../init/plan-init.ts'),
        import('../init/published-action.ts'),
      ])
      const { plan, url } = await planInit({
        folder,
        env: call.env,
        node: process.versions.node,
        url: options.url,
        action: options.action ?? publishedAction(),
        isFromServer: options.fromServer === true,
      })
      await report(call, options, { folder, url, plan })
    })

interface Found {
  folder: string
  url: string
  plan: Plan
}

const report = async (call: Call, options: Options, { folder, url, plan }: Found): Promise<void> => {
  const [{ planLines, byHandLines }, { carryOut }, { findAbove }] = await Promise.all([
    import('../init/print-plan.ts'),
    import('../init/carry-out.ts'),
    import('@svc/client/cli'),
  ])
  const screen = screenOf(call)
  const show = (lines: string[]) => {
    if (!call.isJson) call.stdout.write(inOwnCommands(text(lines), folder))
  }
  const isNeeded = plan.installs.length + plan.changes.length > 0
  show([`svc init of ${folder}, server ${url}`, ...planLines(plan, screen)])
  const isWanted = isNeeded && !options.dryRun && (options.yes === true || (await agrees(call, url)))
  const applied: Applied[] = []
  if (isWanted) {
    show([''])
    applied.push(...(await carryOut(call, plan, options.install, (line) => show([line]))))
  }
  const undone = applied.filter(({ state }) => state === 'undone')
  show([
    ...byHandLines(plan.byHand, screen),
    ...(plan.notes.length > 0 ? ['', ...plan.notes.map((note) => `note: ${note}`)] : []),
    '',
    ...endLines(call, {
      isNeeded,
      isWanted,
      isWhole: plan.byHand.length + undone.length === 0,
      url,
      isInGit: findAbove(folder, '.git') !== undefined,
    }),
  ])
  if (call.isJson)
    call.stdout.write(
      `${inOwnCommands(toJson(await dataOf({ folder, url, plan }, applied, isWanted && options.install), 2), folder)}\n`,
    )
  const isAnythingDone = isWanted && (plan.installs.length > 0 || undone.length < applied.length)
  const isMissing = isNeeded || plan.byHand.some(({ part }) => part === 'tests')
  if (!options.dryRun && !isAnythingDone && isMissing) call.exitCode = 1
}

const agrees = async (call: Call, url: string): Promise<boolean> => {
  const { makeAsker } = await import('../login/ask.ts')
  const asker = makeAsker(call, 'nothing was changed')
  if (!asker)
    throw new Refusal('no terminal is available to ask whether to change the files', {
      code: 'NO_TERMINAL',
      // The command may not be installed in the project yet.
      next: `npx -y ${archiveAddress(url, 'cli')} ${call.args.join(' ')} --yes, or --dry-run to see the changes only`,
    })
  try {
    return /^(?:y|yes)?$/i.test(await asker.ask('\nMake these changes? [Y/n] '))
  } finally {
    asker.close()
  }
}

interface End {
  isNeeded: boolean
  isWanted: boolean
  isWhole: boolean
  url: string
  isInGit: boolean
}

const endLines = ({ env }: Call, { isNeeded, isWanted, isWhole, url, isInGit }: End): string[] => {
  if (isNeeded && !isWanted) return ['nothing was changed']
  const begin = isNeeded ? 'set up' : 'nothing to do: this project reports already'
  return [
    isWhole
      ? `${begin}. Next:`
      : `${isNeeded ? 'set up' : 'nothing was changed'}. After you add the lines above:`,
    ...(env.SVC_URL?.trim() ? [] : [`  export SVC_URL=${url}`]),
    ...(env.SVC_API_KEY?.trim()
      ? []
      : ['  export SVC_API_KEY=svc_…  (the first start of the server prints a key)']),
    `  ${isNeeded && isInGit ? 'commit these changes, ' : ''}run your tests, then: npx --no svc compare`,
    `  ${FIRST_DAYS}`,
  ]
}

const dataOf = async ({ folder, url, plan }: Found, applied: Applied[], isInstalled: boolean) => {
  const { diffLines } = await import('../init/diff.ts')
  return {
    folder,
    url,
    ready: plan.ready,
    installs: plan.installs.map(({ label, command }) => ({
      folder: label || '.',
      command: command.join(' '),
      isDone: isInstalled,
    })),
    changes: plan.changes.map(({ label, before, after }) => ({
      file: label,
      diff: diffLines(before ?? '', after).map(({ sign, text }) => `${sign}${text}`),
      state: 'planned',
      ...applied.find((each) => each.label === label),
    })),
    byHand: plan.byHand,
    notes: plan.notes,
  }
}

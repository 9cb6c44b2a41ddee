import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readChange, sectionOf, withSection } from './changelog.ts'
import { problemsOf } from './check.ts'
import { publish } from './publish.ts'
import { pendingChanges, readText, versions, workspace } from './workspace.ts'

// The steps of a release; docs/contributing/releasing.md explains them. Nothing here needs an installed package, except
// `version`: the job that may publish runs no code of others.

const USAGE =
  'node tools/release/main.ts version | check <tag> | notes | publish <folder> [--dry-run] [--no-provenance]\n'

/** A bundle has no manifest beside it, so the action's version is a constant. */
const ACTION = 'packages/action/src/version.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    'dry-run': { type: 'boolean', default: false },
    provenance: { type: 'boolean', default: true },
  },
})
const [step, argument] = positionals
if (step === 'version') raise()
else if (step === 'check' && argument) check(argument)
else if (step === 'notes')
  process.stdout.write(`${sectionOf(readText('CHANGELOG.md'), ownVersion()) ?? ''}\n`)
else if (step === 'publish' && argument)
  publish(resolve(argument), {
    version: ownVersion(),
    isDryRun: values['dry-run'],
    hasProvenance: values.provenance,
  })
else {
  process.stderr.write(USAGE)
  process.exitCode = 2
}

/** Gives all packages the next version, and moves the changes to the changelog. */
function raise(): void {
  const changes = pendingChanges().map((name) => readChange(name, readText(`.changeset/${name}`)))
  if (changes.length === 0) {
    process.stderr.write('No change is pending: .changeset has no file. Nothing to release.\n')
    process.exitCode = 1
    return
  }
  execFileSync(process.execPath, [join(workspace, 'node_modules/@changesets/cli/bin.js'), 'version'], {
    cwd: workspace,
    stdio: 'inherit',
  })
  const version = ownVersion()
  writeFileSync(join(workspace, 'CHANGELOG.md'), withSection(readText('CHANGELOG.md'), version, changes))
  writeFileSync(join(workspace, ACTION), readText(ACTION).replace(/'[^']+'$/m, `'${version}'`))
}

function check(tag: string): void {
  const problems = problemsOf({
    tag,
    versions: versions(),
    pending: pendingChanges(),
    changelog: readText('CHANGELOG.md'),
  })
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  if (problems.length > 0) process.exitCode = 1
}

function ownVersion(): string {
  const [version = '', ...others] = versions()
  if (others.length > 0) throw new Error(`The packages have different versions: ${versions().join(', ')}`)
  return version
}

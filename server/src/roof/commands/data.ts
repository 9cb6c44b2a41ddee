import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { systemClock } from '../../ground/kernel/clock.ts'
import { CommandError } from '../../ground/kernel/command-error.ts'
import { readSteps } from '../../ground/store/migrate.ts'
import { connect, openStore, whyNotOpen } from '../../ground/store/open.ts'
import { describeS3 } from '../../results/artifacts/s3-address.ts'
import { backUp } from '../../upkeep/backup/back-up.ts'
import { restore } from '../../upkeep/backup/restore.ts'
import { applyRetention } from '../../upkeep/retention/apply-retention.ts'
import { paced } from '../../upkeep/retention/pace.ts'
import { previewRetention } from '../../upkeep/retention/preview.ts'
import { readConfig } from '../config.ts'
import { columns, type Environment, print, printJson, requireDatabase, withStore } from './machine.ts'

const MIB = 1024 * 1024

/** Adds `migrate`, `backup`, `restore` and `retention`. */
export function addDataCommands(program: Command, environment: Environment): void {
  program
    .command('migrate')
    .description(
      'Migrates the database, all steps or none, and exits. Run it as a job before new servers start; servers also migrate when they start.',
    )
    .option('--json', 'prints the steps as JSON')
    .action((options: { json?: boolean }) => migrateDatabase(environment, options))

  program
    .command('backup <file>')
    .description(
      'Writes the database and all artifacts into one tar, also while the server runs. With Postgres, only the artifacts: back up the database with pg_dump.',
    )
    .option('--json', 'prints the result as JSON')
    .action(async (file: string, options: { json?: boolean }) => {
      const { store: address, artifacts } = readConfig(environment)
      const { folder: artifactsFolder, bucket } = artifacts
      const hasArtifacts = bucket === null
      if (!hasArtifacts && 'postgres' in address)
        throw new CommandError(
          `Nothing is left to back up here: the artifacts are in ${describeS3(bucket.address)}, and pg_dump backs up the database.`,
        )
      const done = await backUp({ address, artifactsFolder, hasArtifacts, file, now: systemClock() })
      if (options.json) return print(JSON.stringify(done))
      print(`${file}: ${Math.ceil(done.sizeBytes / MIB)} MiB, ${done.artifacts} artifacts.`)
      if (done.missing > 0)
        process.stderr.write(`${done.missing} artifacts are not in it: their files are missing.\n`)
      if ('postgres' in address) print('The database is not in it: back it up with pg_dump.')
      if (bucket) print(`The artifacts are not in it: they are in ${describeS3(bucket.address)}.`)
    })

  program
    .command('restore <file>')
    .description(
      'Restores a backup into the empty folder of SVC_DATA, verifies every checksum, and migrates an older database.',
    )
    .option('--json', 'prints the result as JSON')
    .action(async (file: string, options: { json?: boolean }) => {
      const { store: address, artifacts } = readConfig(environment)
      const { head, ...done } = await restore({ file, address, artifactsFolder: artifacts.folder })
      if (options.json)
        return print(JSON.stringify({ ...done, createdAt: head.createdAt, version: head.version }))
      print(`Restored the backup of ${head.createdAt}: ${done.artifacts} artifacts.`)
      const { bucket, folder } = artifacts
      if (bucket && done.artifacts > 0)
        print(
          `Copy the artifacts from ${folder} to ${describeS3(bucket.address)} before you start the server.`,
        )
      if (done.migrated > 0) print(`Migrated the database in ${done.migrated} steps.`)
      if (done.missing > 0)
        process.stderr.write(`${done.missing} artifacts were not in the backup: their files were missing.\n`)
    })

  program
    .command('retention')
    .description('Archives and removes old data now, as the server does every ten minutes.')
    .option('--dry-run', 'shows the effect without changing anything')
    .option('--json', 'prints it as JSON')
    .action((options: { dryRun?: boolean; json?: boolean }) =>
      withStore(environment, async (store) => {
        const { retention: defaults } = readConfig(environment)
        const now = systemClock()
        if (options.dryRun) {
          const previews = await previewRetention(store, defaults, now)
          return options.json ? printJson(previews) : print(table(previews))
        }
        const failures: unknown[] = []
        const pace = paced(store, {
          timer: () => performance.now(),
          rest: sleep,
          isStopping: () => false,
        })
        const onFailure = (_: number, error: unknown) => failures.push(error)
        const counts = await applyRetention(pace, { defaults, now, onFailure })
        print(
          options.json
            ? JSON.stringify(counts)
            : `Archived ${counts.archived} executions, removed the results of ${counts.resultsRemoved}, released the artifacts of ${counts.artifactsReleased}, deleted ${counts.deleted}.`,
        )
        if (failures.length > 0)
          throw new CommandError(
            `${failures.length} executions could not be archived: ${String(failures[0])}`,
          )
      }),
    )
}

async function migrateDatabase(environment: Environment, options: { json?: boolean }): Promise<void> {
  const { store: address } = readConfig(environment)
  requireDatabase(address)
  const explained = (cause: unknown) => {
    throw new CommandError(whyNotOpen(address, cause), { cause })
  }
  const before = await connect(address, { pool: 'main' }).catch(explained)
  const taken = new Set(await readSteps(before).catch(explained).finally(before.close))
  const store = await openStore(address).catch(explained)
  const steps = (await readSteps(store).finally(store.close)).filter((step) => !taken.has(step))
  if (options.json) return print(JSON.stringify({ steps }))
  print(
    steps.length === 0
      ? 'The database is up to date.'
      : `Migrated the database in ${steps.length} steps, up to ${steps.at(-1)}.`,
  )
}

const table = (previews: Awaited<ReturnType<typeof previewRetention>>): string =>
  columns([
    ['ORGANIZATION', 'WHAT', 'EXECUTIONS', 'RESULTS'],
    ...previews.flatMap(({ organization, ...preview }) =>
      Object.entries({
        'would be deleted': preview.deleted,
        'would lose their results': preview.resultsRemoved,
        'would lose their artifacts': preview.artifactsReleased,
        'would be archived': preview.archived,
      }).map(([what, { executions, results }]) => [organization, what, String(executions), String(results)]),
    ),
  ])

import { resolve } from 'node:path'
import { nearest } from '@svc/client/cli'
import { type Config, detectCi, type ReporterOptions, resolveConfig } from '@svc/client/record'
import { type FileMap, formatNames, parseMap, type ReadOptions } from '@svc/formats'
import type { Command } from 'commander'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import type { ServerOptions } from '../server/connect.ts'
import { inOwnOptions, NO_KEY } from '../server/own-options.ts'
import { namedFolder } from '../start-folder.ts'

/** Options of the commands that read report files. */
export interface ReportOptions extends ServerOptions {
  commit?: string
  leg?: string
  variant?: string
  tag?: string[]
  format?: string
  root?: string
  map?: string[]
  reruns?: boolean
  attempt?: number
  timeout?: number
  dryRun?: boolean
}

/** The settings that options and environment determine. */
export interface SetUp {
  config: Config
  read: ReadOptions
  hasLeg: boolean
}

/** Resolves options as reporters do. Invalid options exit with 2; a missing key fails before any file is read. */
export const setUpReports = (
  options: ReportOptions,
  more: Pick<ReporterOptions, 'build' | 'job'>,
  call: Call,
  command: Command,
): SetUp => {
  const {
    project,
    suite,
    leg,
    variant,
    tag,
    url,
    timeout = 300,
    format,
    root,
    map = [],
    reruns,
    attempt = 1,
    dryRun,
  } = options
  const given = { ...more, project, suite, leg, variant, url, tags: tag, timeoutMs: timeout * 1_000 }
  const config = resolveConfig(withoutAbsent(given), call.env, detectCi())
  if (config.problem && !dryRun)
    throw new Refusal(inOwnOptions(config.problem), { code: 'NOT_SET_UP', next: 'npx --no svc doctor' })
  if (!config.apiKey && !dryRun)
    throw new Refusal('SVC_API_KEY is not set', {
      code: 'NOT_SET_UP',
      next: NO_KEY,
    })
  if (format !== undefined) checkFormat(format, command)
  if (attempt > 1 && config.solitary)
    command.error(
      'error: --attempt joins an earlier upload by its build: give both commands the same --build, or set SVC_BUILD',
      { exitCode: 2 },
    )
  return {
    config: { ...config, ...(attempt > 1 && { attempt }) },
    hasLeg: leg !== undefined || Boolean(call.env.SVC_LEG?.trim()),
    read: {
      map: map.map((each) => toMap(each, command)),
      ...(format !== undefined && { format }),
      ...(reruns && { areReruns: true }),
      ...(root !== undefined && { base: namedFolder(resolve(call.folder, root), call, command) }),
      ...(config.variant !== '' && { variant: config.variant }),
    },
  }
}

const withoutAbsent = (
  options: { [K in keyof ReporterOptions]?: ReporterOptions[K] | undefined },
): ReporterOptions => Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))

const checkFormat = (format: string, command: Command): void => {
  const names = formatNames()
  if (names.includes(format)) return
  const meant = nearest(format, names)
  command.error(
    `error: unknown format ${format}${meant ? `\n(Did you mean ${meant}?)` : ''}\nThe formats are ${names.join(', ')}.`,
    { exitCode: 2 },
  )
}

const toMap = (text: string, command: Command): FileMap => {
  try {
    return parseMap(text)
  } catch (error) {
    return command.error(`error: option '--map': ${error instanceof Error ? error.message : error}`, {
      exitCode: 2,
    })
  }
}

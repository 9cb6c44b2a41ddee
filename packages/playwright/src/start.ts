import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { FullConfig } from '@playwright/test/reporter'
import { type Recorder, type RecorderStart, startRecorder } from '@svc/client'

/** Starts recording a run with this config; `folder` replaces the folder of a config file. */
export const start = (
  config: FullConfig,
  folder: string,
  rest: Pick<RecorderStart, 'options' | 'startedAt' | 'isWatch'>,
): Recorder => {
  const { configFile, shard, version, projects } = config
  return startRecorder({
    ...rest,
    client: { name: '@svc/playwright', version: ownVersion() },
    runner: { name: 'playwright', version },
    runnerRoot: configFile ? dirname(configFile) : folder,
    artifactFolders: [...new Set(projects.map(({ outputDir }) => outputDir))],
    ...(configFile ? { configFile } : {}),
    ...(shard ? { shard: { index: shard.current, total: shard.total } } : {}),
  })
}

const ownVersion = (): string =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { lazily } from '../../ground/kernel/lazily.ts'
import { describeError, type Log } from '../../ground/kernel/log.ts'
import { type BuiltFiles, readBuilt } from './built-files.ts'
import { runApart } from './run-apart.ts'

/** The current state of the dashboard: its files, or why there are none. */
export type DashboardState =
  | { is: 'ready'; files: BuiltFiles }
  | { is: 'building' }
  | { is: 'failed' }
  | { is: 'off' }

/** The dashboard that a server shows. */
export interface Dashboard {
  state(): DashboardState
  /** Ends a build that is under way. */
  close(): void
}

/** Beside a bundle of the server, built beforehand. */
const BUNDLED = fileURLToPath(new URL('../dashboard/', import.meta.url))
/** In the workspace, built when the server first starts. */
const SOURCES = fileURLToPath(new URL('../../../../packages/dashboard/', import.meta.url))

export const NO_DASHBOARD: Dashboard = { state: () => ({ is: 'off' }), close: () => undefined }

/** Opens the built dashboard; builds it in a process of its own if its sources have changed. Returns at once. */
export function openDashboard(log: Log): Dashboard {
  if (existsSync(join(BUNDLED, 'stamp.json'))) return bundled()
  if (!existsSync(join(SOURCES, 'build/main.ts'))) return NO_DASHBOARD
  let state: DashboardState = { is: 'building' }
  const ending = new AbortController()
  const opened = async () => {
    const folder = join(SOURCES, 'dist')
    if (!(await isFresh(folder))) await buildApart(log, ending.signal)
    state = { is: 'ready', files: readBuilt(folder) }
  }
  opened().catch((error: unknown) => {
    state = { is: 'failed' }
    if (!ending.signal.aborted)
      log({ level: 'error', event: 'build of the dashboard failed', error: describeError(error) })
  })
  return { state: () => state, close: () => ending.abort() }
}

/** Lists the files at the first request for a page: a server of agents and reporters shows none. */
function bundled(): Dashboard {
  const files = lazily(() => readBuilt(BUNDLED))
  return { state: () => ({ is: 'ready', files: files() }), close: () => undefined }
}

async function isFresh(folder: string): Promise<boolean> {
  // Imported by its path, so that a bundle of the server does not contain it.
  const { builtFrom, stampOf } = (await import(pathToFileURL(join(SOURCES, 'build/stamp.ts')).href)) as {
    builtFrom: (folder: string) => string | null
    stampOf: (workspace: string) => string
  }
  return builtFrom(folder) === stampOf(join(SOURCES, '../..')) && existsSync(join(folder, 'assets'))
}

/** Another process, because a build takes seconds of processor time and 250 MiB. */
async function buildApart(log: Log, signal: AbortSignal): Promise<void> {
  log({ level: 'info', event: 'building the dashboard: pages appear in about 20 s, the API is ready' })
  await runApart({
    args: [join(SOURCES, 'build/main.ts')],
    signal,
    what: 'The build',
    onWait: (seconds) => log({ level: 'info', event: 'still building the dashboard', seconds }),
  })
  log({ level: 'info', event: 'the dashboard is ready' })
}

import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { copyContext } from './context.ts'
import { type Instruction, listOf, pairsOf, readDockerfile } from './dockerfile.ts'

/** What a container would be started with. */
export interface Built {
  /** What `/` is. */
  root: string
  folder: string
  env: Record<string, string>
  command: string[]
  health: string[]
  user: string
  volumes: string[]
}

const STEP_WITHIN_MS = 540_000

/**
 * Does what a Dockerfile says without a container engine: each stage is an empty folder, each COPY and RUN is
 * done in it, in order. Its own absolute paths are taken as paths of that folder. Bases are this machine's Node.
 */
export async function buildImage(workspace: string, scratch: string): Promise<Built> {
  const context = join(scratch, 'context')
  copyContext(workspace, context)
  const stages = readDockerfile(readFileSync(join(workspace, 'Dockerfile'), 'utf8'))
  const roots = new Map(stages.map(({ stage }) => [stage, join(scratch, stage)]))
  let built: Built | undefined
  for (const { stage, instructions } of stages) {
    const root = roots.get(stage) as string
    built = { root, folder: '/', env: {}, command: [], health: [], user: 'root', volumes: [] }
    mkdirSync(join(root, 'tmp'), { recursive: true })
    for (const instruction of instructions) await step(built, instruction, context, roots)
  }
  if (!built) throw new Error('The Dockerfile has no stage')
  return built
}

async function step(
  built: Built,
  { name, value, flags }: Instruction,
  context: string,
  roots: Map<string, string>,
): Promise<void> {
  switch (name) {
    case 'WORKDIR':
      built.folder = value
      mkdirSync(join(built.root, value), { recursive: true })
      return
    case 'COPY': {
      const [from = '', to = ''] = value.split(/\s+/)
      const source = flags.from ? (roots.get(flags.from) as string) : context
      const target = to.startsWith('/') ? to : join(built.folder, to)
      cpSync(join(source, from), join(built.root, target), { recursive: true, verbatimSymlinks: true })
      return
    }
    case 'ENV':
      for (const [variable, given] of pairsOf(value)) built.env[variable] = given
      return
    case 'RUN':
      await promisify(execFile)('sh', ['-c', within(built.root, value)], {
        cwd: join(built.root, built.folder),
        // The machine's own ways to a registry are not the image's to know.
        env: { ...process.env, ...environmentOf(built) },
        timeout: STEP_WITHIN_MS,
      })
      return
    case 'USER':
      built.user = value
      return
    case 'VOLUME':
      built.volumes.push(value)
      return
    case 'HEALTHCHECK':
      built.health = commandOf(value.slice(value.indexOf('CMD') + 3).trim())
      return
    case 'CMD':
      built.command = commandOf(value)
      return
    case 'LABEL':
    case 'EXPOSE':
    case 'STOPSIGNAL':
      return
    default:
      throw new Error(`${name} is not known here: teach it to this file, or leave it out`)
  }
}

/** In the form of a list, since a shell between would not pass a signal on. */
function commandOf(value: string): string[] {
  const command = listOf(value)
  if (!command) throw new Error(`Give the command as a list: ${value}`)
  return command
}

/** Paths of the image are paths below its root. */
const within = (root: string, text: string): string =>
  text.replace(/(^|[\s=:])\/(app|data|out|svc|tmp)(?=\/|\s|;|:|$)/g, `$1${root}/$2`)

/** What a process in the image finds around it, with this machine's Node first. */
export function environmentOf({ root, env }: Built): Record<string, string> {
  const own = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, within(root, value)]))
  const path = [join(root, 'app/bin'), dirname(process.execPath), process.env.PATH].join(delimiter)
  return { HOME: process.env.HOME ?? '/', ...own, PATH: path }
}

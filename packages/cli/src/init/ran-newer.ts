import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { say } from '../terminal/messages.ts'

/** True if npx has cached another version than the server offers, and the server's version did the work. */
export const ranNewer = async (call: Call, url: string | undefined): Promise<boolean> => {
  const program = fileURLToPath(import.meta.url)
  if (!program.includes(`${sep}_npx${sep}`)) return false
  const [{ newerArchive, runArchive }, { detectCi, previewRun }] = await Promise.all([
    import('./newer-archive.ts'),
    import('@svc/client/cli'),
  ])
  const { config } = await previewRun(call.folder, url === undefined ? {} : { url }, call.env, detectCi())
  const archive = await newerArchive(program, config)
  if (archive === undefined) return false
  say(call, 'svc: ', `npx kept a command of another version of the server; running ${archive}`)
  const code = await runArchive(archive, call.args, call.env)
  if (code === null)
    throw new Refusal('npx kept a command of another version of the server', {
      code: 'OUTDATED',
      next: `npx -y ${archive} ${call.args.join(' ')}`,
    })
  call.exitCode = code
  return true
}

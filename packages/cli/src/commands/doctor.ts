import { inOwnCommands } from '@svc/client/svc-command'
import { Command } from 'commander'
import type { Call } from '../call.ts'
import { ranNewer } from '../init/ran-newer.ts'
import { namedFolder } from '../start-folder.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { cellsOf, isColoured } from '../terminal/screen.ts'
import { toJson } from '../terminal/to-json.ts'

const MANUAL: Manual = {
  text: `Checks Node, runners, reporters, configs, key, server, git, CI, journals, disk and settings of
the folder, its package and the members of its workspace. For each problem, it says why results
are not sent and what to do. It runs no config and changes nothing.

The command asks the server who owns the key, then sends an upload without a body. The server
checks the key, rejects the upload as empty and stores nothing. Each request has a timeout of
5 seconds.`,
  examples: [
    ['npx --no svc doctor', 'in the folder whose results do not arrive'],
    [
      'npx --no svc doctor packages/web --url https://svc.example.com',
      'check another folder against another server',
    ],
    ['npx --no svc doctor > report.txt', 'save the report to share it'],
  ],
  json: `{ "version", "folder", "url", "isReady", "verdict",
  "findings": [{ "check", "state": "ok" | "warning" | "problem", "found",
                 "reason"?, "fix"?, "paste"?: [line] }] }`,
  exitCodes: {
    0: 'results can be sent',
    1: 'results cannot be sent; a line says what is wrong, why, and what to do',
  },
  environment: {
    SVC_API_KEY: 'API key (default: that of svc login)',
    SVC_URL: 'address of the server (default: the last login, else http://127.0.0.1:4700)',
  },
  seeAlso: ['flush', 'upload', 'keys create'],
}

/** `svc doctor`: explains why a set-up does not report. */
export const doctorCommand = (call: Call): Command =>
  new Command('doctor')
    .description('explain why results do not arrive')
    .argument('[folder]', 'a folder of the project', '.')
    .option('--url <address>', 'address of the server (default: SVC_URL, else the last login)')
    .option('--json', 'print one JSON document')
    .addHelpText('after', manualText(MANUAL))
    .action(async (folder: string, options: { url?: string; json?: boolean }, command: Command) => {
      const place = namedFolder(folder, call, command)
      if (await ranNewer(call, options.url)) return
      // Loaded here, because no other command needs these modules.
      const [{ detectCi }, { diagnose }, { print }, { hasLogin }] = await Promise.all([
        import('@svc/client/cli'),
        import('../doctor/diagnose.ts'),
        import('../views/doctor.ts'),
        import('../login/with-login.ts'),
      ])
      const detected = detectCi()
      const diagnosis = await diagnose({
        folder: place,
        env: call.env,
        detected,
        hasLogin: await hasLogin(call.env),
        version: call.version,
        node: process.versions.node,
        ...(options.url !== undefined && { url: options.url }),
      })
      const isForced = call.env.FORCE_COLOR !== undefined
      const isPlain = !isColoured(call.stdout, call.env) || (detected.isCI && !isForced)
      const report = options.json
        ? `${toJson(diagnosis, 2)}\n`
        : print(diagnosis, { isPlain, cells: cellsOf(call.stdout) })
      call.stdout.write(inOwnCommands(report, place))
      call.exitCode = diagnosis.isReady ? 0 : 1
    })

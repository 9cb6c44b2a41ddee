import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pack } from './pack.ts'

/**
 * Packs the published packages: `node tools/pack/main.ts [folder] [--server]`. `GITHUB_REPOSITORY` names the
 * repository of a release. `--server` also packs the server, which takes a minute: a server itself needs only the
 * others.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { server: { type: 'boolean', default: false } },
})
const folder = resolve(positionals[0] ?? 'packed')
const { GITHUB_REPOSITORY: repository } = process.env
const archives: { file: string; bytes: number }[] = await pack(folder, { repository })
if (values.server) {
  const { packServer } = await import('./pack-server.ts')
  archives.push(await packServer(folder, { repository }))
}
const install = (name: string) => `npm install --save-dev ${folder}/${name}`
process.stdout.write(
  [
    ...archives.map(({ file, bytes }) => `${file}  ${Math.ceil(bytes / 1000)} kB`),
    '',
    'Install the reporter of your runner, and the svc command:',
    ...['svc-playwright.tgz', 'svc-vitest.tgz', 'svc-jest.tgz'].map(
      (name) => `  ${install(name)} ${folder}/svc-cli.tgz`,
    ),
    ...(values.server ? ['', 'Start the server:', `  npx -y file:${folder}/svc-server.tgz`] : []),
    '',
  ].join('\n'),
)

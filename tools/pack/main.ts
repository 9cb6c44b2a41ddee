import { resolve } from 'node:path'
import { pack } from './pack.ts'

/**
 * Packs the published packages: `node tools/pack/main.ts [folder]`. `GITHUB_REPOSITORY` names the
 * repository of a release.
 */
const folder = resolve(process.argv[2] ?? 'packed')
const { GITHUB_REPOSITORY: repository } = process.env
const archives = await pack(folder, { repository })
const install = (name: string) => `npm install --save-dev ${folder}/${name}`
process.stdout.write(
  [
    ...archives.map(({ file, bytes }) => `${file}  ${Math.ceil(bytes / 1000)} kB`),
    '',
    'Install the reporter of your runner, and the svc command:',
    ...['svc-playwright.tgz', 'svc-vitest.tgz', 'svc-jest.tgz'].map(
      (name) => `  ${install(name)} ${folder}/svc-cli.tgz`,
    ),
    '',
  ].join('\n'),
)

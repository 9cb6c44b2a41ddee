import { readFileSync } from 'node:fs'
import { field, parseJson } from '../project/json.ts'

/** Returns the GitHub action of the repository that published this command; undefined for an unpublished copy. */
export const publishedAction = (): string | undefined => {
  // Beside a bundle and beside the sources, the manifest is one or two folders up.
  const texts = ['../package.json', '../../package.json'].flatMap((path) => {
    try {
      return [readFileSync(new URL(path, import.meta.url), 'utf8')]
    } catch {
      return []
    }
  })
  const manifest = texts.map(parseJson).find((each) => String(field(each, 'name')).endsWith('/cli'))
  const [, owner, name] =
    /github\.com\/([\w.-]+)\/([\w.-]+?)(?:\.git|\/|$)/.exec(String(field(manifest, 'homepage'))) ?? []
  return owner === undefined || owner === 'owner' ? undefined : `${owner}/${name}@v1`
}

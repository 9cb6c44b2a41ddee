import { realpathSync } from 'node:fs'
import { relative, resolve } from 'node:path'

/** Folders that never contain a test's output: those of git, of svc, and those with credentials of tools. */
const FOLDERS = new Set(['.git', '.svc', '.ssh', '.aws', '.azure', '.gnupg', '.kube', '.docker', '.gcloud'])
/** Files whose names show that they contain passwords, tokens or keys. */
const FILES =
  /^(?:\.env(?:rc|\..+)?|\.npmrc|\.yarnrc\.yml|\.pypirc|[._]netrc|\.git-credentials|id_(?:rsa|dsa|ecdsa|ed25519).*|.+\.(?:pem|key|p12|pfx|jks|keystore))$/

/**
 * Why a file that a report names must not be sent; undefined if it may be. The writer of a report
 * may name any file without the knowledge of the tests' author. Ignores case, because some file
 * systems do.
 */
export const whyPrivate = (path: string, root: string): string | undefined => {
  const whole = resolve(root, path)
  return whyByName(relative(root, whole)) ?? whyByName(relative(realOf(root), realOf(whole)))
}

/** A link may lead to such a folder under another name. */
const realOf = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

const whyByName = (path: string): string | undefined => {
  const parts = path.toLowerCase().split(/[\\/]/)
  const folder = parts.find((part) => FOLDERS.has(part))
  if (folder) return `it is in ${folder}`
  return FILES.test(parts.at(-1) ?? '') ? 'such files contain secrets' : undefined
}

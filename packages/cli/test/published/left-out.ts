import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The installed packages without the native part for this machine, as paths below `node_modules`. npm leaves out
 * whatever optional package did not arrive, says nothing, and ends with 0.
 */
export const leftOut = (folder: string): string[] => {
  const modules = join(folder, 'node_modules')
  if (!existsSync(modules)) return []
  return packagesIn(modules).filter((name) => {
    const { optionalDependencies = {} } = manifestOf(join(modules, name))
    const natives = Object.keys(optionalDependencies).filter((optional) => isForThisMachine(optional))
    const places = [modules, join(modules, name, 'node_modules')]
    return natives.length > 0 && !natives.some((native) => places.some((at) => existsSync(join(at, native))))
  })
}

/** Such packages are named by platform and processor, on Linux often with the C library. */
const isForThisMachine = (name: string): boolean =>
  new RegExp(`(^|[-/])${process.platform}-${process.arch}(-gnu|-glibc|-musl|-msvc)?$`).test(name)

const packagesIn = (modules: string): string[] =>
  readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
    )

const manifestOf = (path: string): { optionalDependencies?: Record<string, string> } => {
  const file = join(path, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

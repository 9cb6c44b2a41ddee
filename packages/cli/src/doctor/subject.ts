import { type DetectedCi, type Env, type Preview, previewRun, type ReporterOptions } from '@svc/client/doctor'
import { type EnvFile, envFileLoader, findEnvFiles } from './env-files.ts'
import { findPackages, type Packages } from './packages.ts'
import { findSetups, type Setup } from './setup.ts'

/** What is handed in: nothing below this reads the process. */
export interface Question {
  /** The folder to look at, absolute. */
  folder: string
  /** Comes before every setting. */
  url?: string
  env: Env
  detected: DetectedCi
  /** Of the command itself. */
  version: string
}

/** What the checks look at, gathered once. */
export interface Subject extends Question {
  packages: Packages
  setups: Setup[]
  envFiles: EnvFile[]
  /** What loads them, in words. */
  envFileLoader?: string
  /** Options that stand in a config; those of the first that has one hold. */
  written: ReporterOptions
  /** The first config that gives an option a value which only running it could tell. */
  unknown: Record<string, string>
  preview: Preview
}

export const gatherSubject = async (question: Question): Promise<Subject> => {
  const packages = findPackages(question.folder)
  const setups = findSetups(packages)
  const [base] = packages.all
  const places = packages.above ? [...packages.all.slice(0, 1), packages.above] : packages.all.slice(0, 1)
  const envFiles = findEnvFiles(places)
  const loader = envFiles.length > 0 ? envFileLoader(setups, places) : undefined
  const { written, unknown } = gatherOptions(setups)
  const options = { ...written, ...(question.url !== undefined && { url: question.url }) }
  const fromFile = loader === undefined ? {} : Object.assign({}, ...envFiles.map((file) => file.values))
  return {
    ...question,
    packages,
    setups,
    envFiles,
    written,
    unknown,
    ...(loader !== undefined && { envFileLoader: loader }),
    preview: await previewRun(
      base?.folder ?? question.folder,
      options,
      { ...fromFile, ...question.env },
      question.detected,
    ),
  }
}

/** Settings of one project in two configs are rare, and of two servers rarer: the first that says something holds. */
const gatherOptions = (setups: Setup[]): Pick<Subject, 'written' | 'unknown'> => {
  const written: ReporterOptions = {}
  const unknown: Record<string, string> = {}
  for (const config of setups.flatMap((setup) => setup.configs).reverse()) {
    Object.assign(written, config.written.options)
    for (const name of config.written.unknown) unknown[name] = config.file
  }
  return { written, unknown }
}

/** The address in use and where it comes from. */
export const urlSource = ({ url, written, env, envFileLoader, envFiles }: Subject): string | undefined => {
  if (url !== undefined) return '--url'
  if (written.url) return 'the option url'
  if (env.SVC_URL?.trim()) return 'SVC_URL'
  const file = envFileLoader && envFiles.find(({ values }) => values.SVC_URL)
  return file ? `SVC_URL in ${file.file}` : undefined
}

import { join } from 'node:path'
import {
  type DetectedCi,
  type Env,
  findAbove,
  type Preview,
  previewRun,
  type ReporterOptions,
  sentNotes,
} from '@svc/client/doctor'
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
  /** Milliseconds after which a step over the network is given up; 5,000 where absent. */
  stepMs?: number
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
  /** Variables that configs take options from, by the option's name. */
  variables: Record<string, string>
  /** The first config that gives an option a value which only running it could tell. */
  unknown: Record<string, string>
  /** The first config whose options cannot be read, so that any of them may be given. */
  unreadable?: string
  preview: Preview
}

export const gatherSubject = async (question: Question): Promise<Subject> => {
  const packages = findPackages(question.folder)
  const roots = packages.all.map(({ folder }) => findAbove(folder, join('.svc', 'sent')) ?? '')
  const setups = findSetups(packages, [...new Set(roots)].flatMap(sentNotes))
  const [base] = packages.all
  const places = packages.above ? [...packages.all.slice(0, 1), packages.above] : packages.all.slice(0, 1)
  const envFiles = findEnvFiles(places)
  const loader = envFiles.length > 0 ? envFileLoader(setups, places) : undefined
  const { written, variables, unknown } = gatherOptions(setups, question.env)
  const unreadable = setups.flatMap((setup) => setup.configs).find((config) => config.hasUnreadable)?.file
  const options = { ...written, ...(question.url !== undefined && { url: question.url }) }
  const fromFile = loader === undefined ? {} : Object.assign({}, ...envFiles.map((file) => file.values))
  return {
    ...question,
    packages,
    setups,
    envFiles,
    written,
    variables,
    unknown,
    ...(unreadable !== undefined && { unreadable }),
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
const gatherOptions = (setups: Setup[], env: Env): Pick<Subject, 'written' | 'variables' | 'unknown'> => {
  const variables: Record<string, string> = {}
  const written: ReporterOptions = {}
  const unknown: Record<string, string> = {}
  for (const config of setups.flatMap((setup) => setup.configs).reverse()) {
    const taken = Object.entries(config.written.variables).filter(([, variable]) => env[variable]?.trim())
    Object.assign(
      written,
      config.written.options,
      Object.fromEntries(taken.map(([name, variable]) => [name, env[variable]])),
    )
    Object.assign(variables, config.written.variables)
    for (const name of config.written.unknown) unknown[name] = config.file
  }
  return { written, variables, unknown }
}

/** The address in use and where it comes from. */
export const urlSource = ({
  url,
  written,
  variables,
  env,
  envFileLoader,
  envFiles,
}: Subject): string | undefined => {
  if (url !== undefined) return '--url'
  if (written.url) return variables.url ?? 'the option url'
  if (env.SVC_URL?.trim()) return 'SVC_URL'
  const file = envFileLoader && envFiles.find(({ values }) => values.SVC_URL)
  return file ? `SVC_URL in ${file.file}` : undefined
}

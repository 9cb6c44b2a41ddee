import { type DetectedCi, type Env, type Preview, previewRun, type ReporterOptions } from '@svc/client/cli'
import { type EnvFile, envFileLoader, findEnvFiles } from '../project/env-files.ts'
import { findPackages, notesOf, type Packages } from '../project/packages.ts'
import { findSetups, type Setup } from '../project/setup.ts'

/** The input; no code below reads the process. */
export interface Question {
  /** The folder to examine, absolute. */
  folder: string
  /** Overrides every setting of the address. */
  url?: string
  env: Env
  detected: DetectedCi
  /** True if `svc login` stored a key. */
  hasLogin?: boolean
  /** Version of the command. */
  version: string
  /** Version of Node. */
  node: string
  /** Timeout of a request in milliseconds; 5,000 if absent. */
  stepMs?: number
}

/** What the checks examine, collected once. */
export interface Subject extends Question {
  packages: Packages
  setups: Setup[]
  envFiles: EnvFile[]
  /** What loads the files, in words. */
  envFileLoader: string | undefined
  /** Options from configs; of two configs the first one applies. */
  written: ReporterOptions
  /** Variables that configs take options from, by the option's name. */
  variables: Record<string, string>
  /**
   * Options whose value is known only when their config runs, each with that config, by the
   * option's name.
   */
  unknown: Record<string, string>
  preview: Preview
}

export const gatherSubject = async (question: Question): Promise<Subject> => {
  const packages = findPackages(question.folder)
  const [base] = packages.all
  const setups = findSetups(packages, notesOf(packages))
  const places = packages.above ? [base, packages.above] : [base]
  const envFiles = findEnvFiles(places)
  const loader = envFiles.length > 0 ? envFileLoader(setups, places) : undefined
  const options = gatherOptions(setups, question)
  const fromFiles = loader === undefined ? [] : envFiles.map((file) => file.values)
  const env = Object.assign({}, ...fromFiles, question.env)
  const preview = await previewRun(base.folder, options.written, env, question.detected)
  return { ...question, ...options, packages, setups, envFiles, envFileLoader: loader, preview }
}

const gatherOptions = (
  setups: Setup[],
  { env, url }: Question,
): Pick<Subject, 'written' | 'variables' | 'unknown'> => {
  const written: ReporterOptions = {}
  const variables: Record<string, string> = {}
  const unknown: Record<string, string> = {}
  for (const { written: own, file } of setups.flatMap(({ configs }) => configs).reverse()) {
    const taken = Object.entries(own.variables).filter(([, variable]) => env[variable]?.trim())
    Object.assign(written, own.options, Object.fromEntries(taken.map(([name, from]) => [name, env[from]])))
    Object.assign(variables, own.variables)
    for (const name of own.unknown) unknown[name] = file
  }
  if (url !== undefined) written.url = url
  for (const name of Object.keys(written)) delete unknown[name]
  return { written, variables, unknown }
}

/** The source of a setting in words that people use; undefined for a default. */
export const sourceOf = (
  name: 'apiKey' | 'url' | 'project',
  { url, written, variables, env, envFiles, envFileLoader, preview }: Subject,
): string | undefined => {
  const variable = { apiKey: 'SVC_API_KEY', url: 'SVC_URL', project: 'SVC_PROJECT' }[name]
  if (name === 'url' && url !== undefined) return '--url'
  if (written[name]) return variables[name] ?? `the option ${name} of the reporter`
  if (env[variable]?.trim()) return variable
  const file = envFileLoader && envFiles.find(({ values }) => values[variable])
  if (file) return `${variable} of ${file.file} (loaded by ${envFileLoader})`
  return preview.config.usesLogin && name !== 'project' ? 'svc login' : undefined
}

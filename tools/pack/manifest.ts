/** The fields of a manifest that decide what is packed. */
export interface Manifest {
  name: string
  version: string
  description?: string
  keywords?: string[]
  license?: string
  author?: string
  homepage?: string
  repository?: { type: string; url: string }
  type?: string
  sideEffects?: boolean
  engines?: Record<string, string>
  exports?: Record<string, string>
  bin?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/** The origin of a package. */
interface Origin {
  /** The workspace's manifest: what all packages share. */
  root: Manifest
  /** The package's folder in the repository. */
  folder: string
  /** `owner/name` on GitHub; by default what the workspace's manifest says. */
  repository: string | undefined
}

/** Returns the manifest that a user installs: entries of the bundle, no scripts, nothing private. */
export function publishedManifest(manifest: Manifest, { root, folder, repository }: Origin): object {
  const { exports, bin, dependencies = {}, ...rest } = manifest
  const home = repository ? `https://github.com/${repository}` : root.homepage
  return {
    name: rest.name,
    version: rest.version,
    description: rest.description,
    keywords: rest.keywords,
    homepage: `${home}/tree/main/${folder}#readme`,
    bugs: `${home}/issues`,
    repository: { type: 'git', url: `git+${home}.git`, directory: folder },
    license: rest.license,
    author: root.author,
    type: rest.type,
    sideEffects: rest.sideEffects,
    engines: rest.engines,
    exports: exports && {
      '.': { types: './lib/index.d.ts', default: './lib/index.js' },
      './package.json': './package.json',
    },
    bin: bin && Object.fromEntries(Object.keys(bin).map((name) => [name, './lib/main.js'])),
    files: ['lib'],
    dependencies: Object.keys(dependencies).length > 0 ? dependencies : undefined,
    peerDependencies: rest.peerDependencies,
    peerDependenciesMeta: rest.peerDependenciesMeta,
    publishConfig: { access: 'public', provenance: true },
  }
}

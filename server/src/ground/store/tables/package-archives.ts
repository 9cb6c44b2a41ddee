export interface PackageArchiveTables {
  /** A package that the server has offered, by the name that names its version and bytes. */
  package_archive: {
    name: string
    data: Uint8Array
    kept_at: number
  }
}

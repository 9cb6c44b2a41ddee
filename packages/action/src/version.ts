/** Of the manifest, which the bundle has not beside it; a test holds them to one another. */
export const VERSION = '0.1.0'

/** The types of browsers lack this. */
interface WithTrustedTypes {
  trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL: () => string },
    ): { createScriptURL(text: string): string }
  }
}

/** The address of a worker. The server's policy of pages takes no plain text for it, and names who may make one. */
export const trustedAddress = (by: 'svc-worker' | 'svc-viewer', address: string): string =>
  (globalThis as WithTrustedTypes).trustedTypes
    ?.createPolicy(by, { createScriptURL: () => address })
    .createScriptURL('') ?? address

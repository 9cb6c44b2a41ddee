/** The address of an artifact's bytes; a signed-in browser can open it too. */
export const artifactUrl = (baseUrl: string, id: string) => `${baseUrl}/api/artifacts/${id}`

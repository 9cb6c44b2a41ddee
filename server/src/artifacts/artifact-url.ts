/** Where an artifact's bytes are; a browser that is signed in opens it too. */
export const artifactUrl = (baseUrl: string, id: string) => `${baseUrl}/api/artifacts/${id}`

// ../client/src/remote.ts
const repositoryOf = (remote) => {
	return pathOf(remote.trim())?.replace(/\/+$/, "").replace(/\.git$/, "").replace(/^[/~]+/, "") || void 0;
};
const toSlug = (name) => name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 100);
const pathOf = (remote) => {
	if (/^[a-z][a-z0-9+.-]*:\/\//i.test(remote)) {
		if (remote.toLowerCase().startsWith("file:")) return lastFolder(remote);
		return URL.canParse(remote) ? decode(new URL(remote).pathname) : void 0;
	}
	const short = /^(?:[^@/\\]+@)?[^:/\\]{2,}:(?!\\)(.+)$/.exec(remote);
	return short ? short[1] : lastFolder(remote);
};
const lastFolder = (path) => path.replace(/[\\/]+$/, "").split(/[\\/]/).at(-1);
const decode = (path) => {
	try {
		return decodeURIComponent(path);
	} catch {
		return path;
	}
};
export { toSlug as n, repositoryOf as t };

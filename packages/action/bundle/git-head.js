import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
// ../client/src/git-head.ts
const SHA = /^[0-9a-f]{40,64}$/;
const readGitHead = (root) => {
	const folder = gitFolder(join(root, ".git"));
	const content = read(join(folder, "HEAD"));
	if (content === void 0) return {};
	if (SHA.test(content)) return { sha: content };
	const ref = refOf(content);
	if (!ref) return {};
	const common = commonFolder(folder);
	const sha = read(join(folder, ref)) ?? read(join(common, ref)) ?? packed(common, ref);
	const branch = ref.startsWith("refs/heads/") ? ref.slice(11) : void 0;
	return {
		...sha && SHA.test(sha) && { sha },
		...branch && { branch }
	};
};
const readOriginHead = (root) => {
	const folder = gitFolder(join(root, ".git"));
	const head = read(join(folder, "HEAD"));
	if (head === void 0 || refOf(head) === PLACEHOLDER) return void 0;
	const noted = read(join(commonFolder(folder), "refs/remotes/origin/HEAD"));
	return noted === void 0 ? null : refOf(noted)?.replace(/^refs\/remotes\/origin\//, "");
};
const PLACEHOLDER = "refs/heads/.invalid";
const refOf = (content) => /^ref: (.+)$/.exec(content)?.[1];
const commonFolder = (folder) => resolve(folder, read(join(folder, "commondir")) ?? ".");
const gitFolder = (path) => {
	const target = /^gitdir: (.+)$/m.exec(read(path) ?? "")?.[1];
	return target ? resolve(path, "..", target) : path;
};
const packed = (common, ref) => read(join(common, "packed-refs"))?.split("\n").find((line) => line.endsWith(` ${ref}`))?.split(" ")[0];
const read = (path) => {
	try {
		return readFileSync(path, "utf8").trim();
	} catch {
		return;
	}
};
export { readOriginHead as n, readGitHead as t };

import{it as valueBelow,mt as withoutCiCommands,rt as textAt,vt as PACKAGE_SCOPE,yt as packageName}from"./core.js";
import{n as managerOf,t as isInShell}from"./package-manager.js";
import{t as findAbove}from"./root.js";
import{fileURLToPath}from"node:url";
import{readFileSync}from"node:fs";
import{delimiter,dirname,join,sep}from"node:path";
const SVC={npm:`npx --no svc`,pnpm:`pnpm exec svc`,yarn:`yarn svc`,"yarn-berry":`yarn svc`,bun:`bun run svc`};
const COMMAND=packageName(`cli`);
const ARCHIVE=/^(https?:\/\/.*\/packages\/)svc-[\w.+-]+\.tgz/;
const svcCommand=(folder,started=thisProcess())=>{
if(findAbove(folder,`.pnp.cjs`)!==void 0)return SVC.yarn;
const manager=managerOf(folder);
const own=ownPackage(started.module);
if(own===void 0)return SVC[manager];
if(findAbove(folder,join(`node_modules`,COMMAND,`package.json`))!==void 0)return SVC[isInShell(manager,started.path.split(delimiter))?manager:`npm`];
if(own.name!==COMMAND)return withNpx(declaredIn(folder,own.name),own);
if(own.holder.includes(`${sep}_npx${sep}`))return withNpx(resolvedIn(own.holder),own);
if(isOnPath(started))return`svc`;
return withNpx(void 0,own)};
const inOwnCommands=(text,folder)=>text.includes(SVC.npm)?text.replaceAll(SVC.npm,svcCommand(folder)):text;
const thisProcess=()=>({module:fileURLToPath(import.meta.url),program:process.argv[1],path:process.env.PATH??``});
const ownPackage=module=>{
const place=`${sep}node_modules${sep}${PACKAGE_SCOPE}${sep}`;
const start=module.lastIndexOf(place);
if(start===-1)return void 0;
const[short=``]=module.slice(start+place.length).split(sep);
const root=module.slice(0,start+place.length)+short;
return{name:`${PACKAGE_SCOPE}/${short}`,holder:module.slice(0,start),version:textAt(readJson(join(root,`package.json`)),`version`)}};
const withNpx=(source,{version})=>{
const[,folder]=ARCHIVE.exec(source??``)??[];
if(folder!==void 0)return`npx -y ${folder}svc-cli.tgz`;
return`npx -y ${COMMAND}${version===void 0?``:`@${version}`}`};
const declaredIn=(folder,name)=>{
for(let place=findAbove(folder,`package.json`);place!==void 0;){
const manifest=readJson(join(place,`package.json`));
const range=[`devDependencies`,`dependencies`,`optionalDependencies`].map(kind=>valueBelow(manifest,[kind,name])).find(each=>typeof each===`string`);
if(typeof range===`string`)return range;
const above=findAbove(dirname(place),`package.json`);
if(above===place)return void 0;
place=above}};
const resolvedIn=holder=>{
const lock=readJson(join(holder,`package-lock.json`));
const resolved=valueBelow(lock,[`packages`,`node_modules/${COMMAND}`,`resolved`]);
return typeof resolved===`string`?resolved:void 0};
const isOnPath=({program,path})=>program!==void 0&&!dirname(program).endsWith(join(`node_modules`,`.bin`))&&path.split(delimiter).includes(dirname(program));
const readJson=path=>{
try{
return JSON.parse(readFileSync(path,`utf8`).replace(/^\uFEFF/,``))}catch{
return}};
const FLUSH_COMMAND=`npx --no svc flush`;
const say=line=>{
process.stderr.write(`svc: ${harmless(inOwnCommands(line,here()))}\n`)};
const harmless=line=>withoutCiCommands(line.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu,` `).replace(/\p{Cf}/gu,``));
const here=()=>{
try{
return process.cwd()}catch{
return`/`}};
export{say as n,FLUSH_COMMAND as t};
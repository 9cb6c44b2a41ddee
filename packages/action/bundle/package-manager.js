import{rt as textAt}from"./core.js";
import{t as findAbove}from"./root.js";
import{existsSync,readFileSync}from"node:fs";
import{delimiter,dirname,join}from"node:path";
const LOCKFILES=[[`pnpm-lock.yaml`,`pnpm`],[`bun.lock`,`bun`],[`bun.lockb`,`bun`],[`yarn.lock`,`yarn`],[`package-lock.json`,`npm`],[`npm-shrinkwrap.json`,`npm`]];
const managerOf=folder=>{
const declared=declaredManager(folder);
if(declared)return declared;
const found=LOCKFILES.flatMap(([file,manager])=>{
const place=findAbove(folder,file);
return place===void 0?[]:[{place,manager}]}).sort((a,b)=>b.place.length-a.place.length)[0];
if(found?.manager===`yarn`)return isBerry(found.place)?`yarn-berry`:`yarn`;
return found?.manager??(findAbove(folder,`pnpm-workspace.yaml`)===void 0?`npm`:`pnpm`)};
const commandFolders=env=>{
const[,path=``]=Object.entries(env).find(([name])=>name.toUpperCase()===`PATH`)??[];
return path.split(delimiter)};
const hasProgram=(program,folders)=>folders.some(place=>[``,`.cmd`,`.exe`].some(end=>existsSync(join(place,program+end))));
const isInShell=(manager,folders)=>hasProgram(manager.replace(`-berry`,``),folders.filter(place=>!place.endsWith(join(`node_modules`,`.bin`))));
const startOf=(manager,folder,env)=>{
const program=manager.replace(`-berry`,``);
return manager===`npm`||manager===`yarn-berry`||hasProgram(program,commandFolders(env))?[program]:withNpx(program,folder)};
const withNpx=(program,folder)=>[`npx`,`-y`,[program,declaredVersion(folder)].filter(Boolean).join(`@`)];
const declaredVersion=folder=>findDeclared(folder)?.version;
const declaredManager=folder=>{
const{manager,version=``}=findDeclared(folder)??{};
if(manager===`yarn`)return/^1\b/.test(version)?`yarn`:`yarn-berry`;
return manager};
const findDeclared=folder=>{
for(let place=findAbove(folder,`package.json`);place!==void 0;){
const[,manager,version=``]=/^(npm|pnpm|yarn|bun)@(\d[\w.-]*)/.exec(declaredIn(join(place,`package.json`))??``)??[];
if(manager)return{manager,version};
const above=findAbove(dirname(place),`package.json`);
if(above===place||above===void 0)return void 0;
place=above}};
const declaredIn=path=>{
try{
return textAt(JSON.parse(readText(path).replace(/^\uFEFF/,``)),`packageManager`)}catch{
return}};
const isBerry=folder=>existsSync(join(folder,`.yarnrc.yml`))||/^__metadata:/m.test(readText(join(folder,`yarn.lock`)));
const readText=path=>{
try{
return readFileSync(path,`utf8`)}catch{
return``}};
export{managerOf as n,startOf as r,isInShell as t};
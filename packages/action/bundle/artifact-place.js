import{lstat,realpath}from"node:fs/promises";
import{basename,dirname,join,relative,resolve,sep}from"node:path";
const makePlaceFinder=(root,base,folders)=>{
const real=folder=>realpath(folder).catch(()=>resolve(folder));
return async path=>{
try{
const given=resolve(base,path);
const stats=await lstat(given);
if(stats.isSymbolicLink())return`symlink`;
if(!stats.isFile())return`special`;
const file=join(await realpath(dirname(given)),basename(given));
const isRunners=(await Promise.all(folders.map(real))).some(folder=>isBelow(file,folder));
if(!isRunners&&!isBelow(file,await real(root)))return`outside`;
return{path:file,sizeBytes:stats.size,isRunners}}catch(error){
return reasonOf(error)}}};
const reasonOf=error=>{
const code=error instanceof Error&&`code`in error?error.code:``;
if(code===`ENOENT`||code===`ENOTDIR`)return`vanished`;
return code===`ELOOP`?`symlink`:`unreadable`};
const isBelow=(path,folder)=>{
const inside=relative(folder,path);
return inside!==``&&inside!==`..`&&!inside.startsWith(`..${sep}`)&&resolve(folder,inside)===path};
export{reasonOf as n,makePlaceFinder as t};
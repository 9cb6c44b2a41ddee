import{xt as LIMITS}from"./core.js";
import{lstat,readFile,realpath}from"node:fs/promises";
import{join,sep}from"node:path";
const PLACES=[`.github/CODEOWNERS`,`CODEOWNERS`,`docs/CODEOWNERS`,`.gitlab/CODEOWNERS`];
const readCodeowners=async root=>{
for(const path of PLACES)try{
const place=join(root,path);
const stat=await lstat(place);
if(!stat.isFile()||stat.size>LIMITS.codeownersBytes||!await isWithin(root,place))return;
const text=await readFile(place,`utf8`);
return Buffer.byteLength(text)>LIMITS.codeownersBytes?void 0:{path,text}}catch(error){
if(!isAbsent(error))return}};
const isWithin=async(root,place)=>(await realpath(place)).startsWith(join(await realpath(root),sep));
const isAbsent=error=>error instanceof Error&&`code`in error&&(error.code===`ENOENT`||error.code===`ENOTDIR`);
export{readCodeowners};
import{ut as makeRedactor,xt as LIMITS}from"./core.js";
import{n as lineOf,t as LIST}from"./artifact-list2.js";
import{n as reasonOf,t as makePlaceFinder}from"./artifact-place.js";
import{Buffer,isUtf8}from"node:buffer";
import{constants}from"node:fs";
import{appendFile,copyFile,link,mkdir,open,rm,writeFile}from"node:fs/promises";
import{join}from"node:path";
const MEMORY_BYTES=33554432;
const READ=constants.O_RDONLY|(constants.O_NOFOLLOW??0)|(constants.O_NONBLOCK??0);
const openKeeper=setup=>{
const{folder}=setup;
const redactor=makeRedactor(setup.secrets);
const findPlace=makePlaceFinder(setup.root,setup.base,setup.runnerFolders);
const items=[];
let tooMany=0;
let memory=0;
const add=async item=>{
items.push(item);
await mkdir(folder,{recursive:true,mode:448});
await appendFile(join(folder,LIST),lineOf(item),{mode:384})};
const keepBytes=async(name,bytes)=>{
const path=join(folder,name);
try{
await mkdir(folder,{recursive:true,mode:448});
await writeFile(path,bytes,{mode:384});
return{file:path}}catch{
await rm(path,{force:true}).catch(()=>void 0);
memory+=bytes.byteLength;
return memory<=MEMORY_BYTES?{bytes}:`unreadable`}};
const keepFile=async(name,place)=>{
const path=join(folder,name);
const elsewhere={file:place.path};
try{
await mkdir(folder,{recursive:true,mode:448});
if(place.isRunners&&await link(place.path,path).then(isDone,()=>false))return{file:path};
if(place.sizeBytes>LIMITS.artifactBytes)return elsewhere;
await copyFile(place.path,path,constants.COPYFILE_FICLONE);
return{file:path}}catch{
await rm(path,{force:true}).catch(()=>void 0);
return elsewhere}};
const keepText=async(name,bytes)=>keepBytes(name,await maskText(bytes,redactor));
const contentOf=async attached=>{
const{entry,number,contentType,body,path=``}=attached;
const name=`${entry}-${number}`;
if(body){
if(!isText(contentType))return keepBytes(name,body);
return keepText(name,Buffer.from(body.buffer,body.byteOffset,body.byteLength))}
const place=await findPlace(path);
if(typeof place===`string`)return place;
if(!isText(contentType))return keepFile(name,place);
if(place.sizeBytes>LIMITS.artifactBytes)return`large`;
const bytes=await readUpTo(place).catch(reasonOf);
return typeof bytes===`string`?bytes:keepText(name,bytes)};
return{async keep(attached){
if(items.length>=LIMITS.artifacts){
tooMany+=1;
return}
const content=await contentOf(attached).catch(()=>`unreadable`);
await add({entry:attached.entry,number:attached.number,content})},kept:()=>({folder,items,tooMany})}};
const isDone=()=>true;
const readUpTo=async({path,sizeBytes})=>{
const file=await open(path,READ);
try{
const bytes=Buffer.alloc(sizeBytes);
let read=0;
for(let more=1;more>0&&read<sizeBytes;read+=more)more=(await file.read(bytes,read,sizeBytes-read,read)).bytesRead;
return bytes.subarray(0,read)}finally{
await file.close()}};
const TEXT=/^text\/|[/+](?:json|xml|x-ndjson|yaml|x-yaml|javascript|x-javascript|ecmascript|toml|csv|sql|graphql|x-sh|x-www-form-urlencoded|har)$/i;
const isText=contentType=>TEXT.test(contentType.split(`;`)[0]?.trim()??``);
const WINDOW=262144;
const AROUND=16384;
const maskText=async(bytes,redactor)=>{
const encoding=encodingOf(bytes);
const text=bytes.toString(encoding);
const masked=[];
for(let start=0;start<text.length;){
const end=cutAfter(text,start,redactor);
masked.push(redactor.text(text.slice(start,end)));
start=end;
await new Promise(resolve=>setImmediate(resolve))}
return Buffer.from(masked.join(``),encoding)};
const encodingOf=bytes=>{
if(bytes[0]===255&&bytes[1]===254&&bytes.length%2===0)return`utf16le`;
return isUtf8(bytes)?`utf8`:`latin1`};
const cutAfter=(text,start,redactor)=>{
for(let end=start+WINDOW;end<text.length;end+=AROUND){
const[before,after]=[text.slice(Math.max(start,end-AROUND),end),text.slice(end,end+AROUND)];
if(redactor.text(before)+redactor.text(after)===redactor.text(before+after))return end}
return text.length};
export{openKeeper};
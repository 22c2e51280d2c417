#!/usr/bin/env python3
# Writes references beside the sounds: every 61st sample of the independent decoding, as 16-bit integers, and a table.
import glob, os, subprocess, array
out = []
os.makedirs("final", exist_ok=True)
def load(path, code):
    values = array.array(code)
    with open(path, "rb") as f: values.frombytes(f.read())
    return values
for path in sorted(glob.glob("out/*")):
    name = os.path.basename(path)
    info = subprocess.run(["ffprobe","-v","quiet","-select_streams","a","-show_entries","stream=sample_rate,channels","-of","csv=p=0",path],capture_output=True,text=True).stdout
    rate, ch = [int(x) for x in info.strip().strip(",").split(",")[:2]]
    exact, reader = "-", "ffmpeg"
    if name.endswith(".ogg"):   # ffmpeg's lengths of short Ogg files are wrong
        data = [x / 32768 for x in load(f"ref/{name}.s16", "h")]
        reader = "oggdec"
        # oggdec keeps the order of Vorbis; ffmpeg, and our decoder, use that of WAV.
        order = {3: [0,2,1], 5: [0,2,1,3,4], 6: [0,2,1,5,3,4], 7: [0,2,1,6,5,3,4], 8: [0,2,1,7,5,6,3,4]}.get(ch, range(ch))
        data = [data[i*ch+c] for i in range(len(data)//ch) for c in order]
    else:
        data = list(load(f"ref/{name}.f32", "f"))
        if ch <= 2 and not name.endswith(".mp3"):
            exact = subprocess.run(["xxh64sum", f"ref/{name}.f32"],capture_output=True,text=True).stdout.split()[0]
    count = len(data) // ch
    if ch > 2:
        mixed = []
        for i in range(count):
            frame = data[i*ch:(i+1)*ch]
            for side in (frame[0::2], frame[1::2]): mixed.append(sum(side)/len(side))
        data = mixed
    some = [max(-32768, min(32767, round(x*32768))) for x in data[::61]]
    with open(f"final/{name}.s16","wb") as f: f.write(array.array("h", some).tobytes())
    subprocess.run(["cp", path, "final/"])
    out.append(f"{name} {rate} {min(ch,2)} {count} {exact} {reader}")
open("final/references.txt","w").write("# file, frames per second, channels after mixing, frames, xxHash64 of 32-bit float samples, reader\n"+"\n".join(out)+"\n")

#!/bin/bash
# Makes the sound files of the tests. Content: our own sines and noise, CC0.
# Needs ffmpeg, vorbis-tools, flac, sox and lame. References (REF/*.f32) are ffmpeg's decoding to floats.
set -e
cd "$(dirname "$0")"; rm -rf out ref tmp; mkdir out ref tmp
src() { # name rate channels seconds : sines of another pitch and level in each channel, with a little noise
  local expr="" i
  for ((i=0;i<$3;i++)); do
    expr="$expr|0.$((5-i%4))*sin(2*PI*$((200+110*i))*t)*(0.6+0.4*sin(2*PI*3*t))+0.02*(random($i)-0.5)"
  done
  ffmpeg -v error -y -f lavfi -i "aevalsrc='${expr#|}':s=$2:d=$4" -c:a pcm_f32le -bitexact tmp/$1.wav
}
src m44 44100 1 0.3; src s44 44100 2 0.4; src s48 48000 2 0.3; src m22 22050 1 0.3; src m8 8000 1 0.25
src o48 48000 8 0.05; src x48 48000 6 0.1; src c48 48000 3 0.1; src q48 48000 5 0.1; src v48 48000 7 0.1
src s96 96000 2 0.05; src s192 192000 2 0.03; src t44 44100 1 0.02
F="ffmpeg -v error -y -bitexact"
# WAV
for f in pcm_u8 pcm_s16le pcm_s24le pcm_s32le pcm_f32le pcm_f64le; do $F -i tmp/t44.wav -c:a $f out/mono_$f.wav; done
$F -i tmp/s48.wav -t 0.03 -c:a pcm_s16le out/stereo_48000.wav
$F -i tmp/o48.wav -t 0.01 -c:a pcm_s16le out/eight_channels.wav           # WAVE_FORMAT_EXTENSIBLE
$F -i tmp/s192.wav -t 0.01 -c:a pcm_s24le out/stereo_192000.wav
sox tmp/t44.wav -b 24 out/sox_extensible_24.wav
sox tmp/t44.wav -t wav -b 16 - > out/sox_pipe.wav 2>/dev/null
$F -i tmp/t44.wav -c:a pcm_s16le -f wav - > out/ffmpeg_pipe.wav
ffmpeg -v error -y -i tmp/t44.wav -metadata title=odd -metadata artist=x -c:a pcm_u8 out/list_chunk.wav
ffmpeg -v error -y -i tmp/t44.wav -rf64 always -c:a pcm_s16le out/rf64.wav
# Ogg
oggenc -Q -q 3 tmp/m44.wav -o out/mono.ogg; oggenc -Q -q 3 tmp/s44.wav -o out/stereo.ogg
oggenc -Q -q 1 tmp/m8.wav -o out/mono_8000.ogg; oggenc -Q -q 9 tmp/s96.wav -o out/stereo_96000.ogg
oggenc -Q -q 1 tmp/o48.wav -o out/eight_channels.ogg
for c in x:6 c:3 q:5 v:7; do oggenc -Q -q 1 tmp/${c%%:*}48.wav -o out/channels_${c##*:}.ogg; done
$F -i tmp/s44.wav -c:a libvorbis -q:a 2 out/libvorbis.ogg
ffmpeg -v error -y -bitexact -i tmp/s44.wav -strict -2 -c:a vorbis -b:a 64k out/ffmpeg_native.ogg
oggenc -Q -q 2 tmp/t44.wav -o out/short.ogg
oggenc -Q -q 2 -c "METADATA_BLOCK_PICTURE=$(head -c 18000 /dev/zero | base64 -w0 | head -c 12000)" tmp/m22.wav -o out/cover_art.ogg
# FLAC
for n in m44 s44 m8 s96; do $F -i tmp/$n.wav -c:a pcm_s16le tmp/$n.s16.wav; done
$F -i tmp/o48.wav -t 0.02 -c:a pcm_s16le tmp/o48.s16.wav
flac --totally-silent -f -8 --no-padding --until=0:00.2 -o out/mono.flac tmp/m44.s16.wav
flac --totally-silent -f -5 -b 576 --until=0:00.15 -o out/stereo_blocks_576.flac tmp/s44.s16.wav
flac --totally-silent -f -8 --no-padding -o out/eight_channels.flac tmp/o48.s16.wav
$F -i tmp/s96.wav -c:a flac -t 0.03 -sample_fmt s32 -bits_per_raw_sample 24 out/stereo_24_bits_96000.flac
flac --totally-silent -f -8 -o - - < tmp/m8.s16.wav > out/pipe_8000.flac     # encoder cannot seek back: 0 frames
ffmpeg -v error -y -i tmp/m8.wav -c:a flac -f flac - > out/pipe_ffmpeg.flac
# MP3
lame --quiet -b 64 tmp/m44.s16.wav out/mono_cbr.mp3; lame --quiet -V 5 tmp/s44.s16.wav out/stereo_vbr.mp3
$F -i tmp/m22.wav -c:a pcm_s16le tmp/m22.s16.wav
lame --quiet -V 7 tmp/m22.s16.wav out/mpeg2_22050.mp3; lame --quiet -b 16 tmp/m8.s16.wav out/mpeg25_8000.mp3
lame --quiet -t -b 64 tmp/m44.s16.wav out/no_tag.mp3
lame --quiet -b 64 --add-id3v2 --tt title --ta artist --id3v1-only tmp/m44.s16.wav out/id3v1.mp3
lame --quiet -b 64 --id3v2-only --pad-id3v2-size 3000 --tt title tmp/m44.s16.wav out/id3v2.mp3
$F -i tmp/s44.wav -c:a libmp3lame -b:a 96k out/ffmpeg_lame.mp3
# Frames with 3 bytes of sound each, and a second of quiet before each loud one: frames begin 76 frames before their headers.
loud="gt(mod(t\,2)\,1)"
ffmpeg -v error -y -f lavfi -i "aevalsrc='0.5*sin(2*PI*200*t)*$loud+0.02*(random(0)-0.5)|0.4*sin(2*PI*310*t)*$loud+0.02*(random(1)-0.5)':s=24000:d=4" \
  -c:a pcm_s16le -bitexact tmp/quiet_loud.wav
lame --quiet -b 8 -m s --resample 24 tmp/quiet_loud.wav out/stereo_8_kbits.mp3
rm -f out/mono_.flac
rm -f out/mono_.flac
for f in out/*; do
  b=$(basename $f)
  ffmpeg -v quiet -y -i $f -map 0:a -c:a pcm_f32le -f f32le ref/$b.f32 || echo "no reference $b"
  info=$(ffprobe -v quiet -select_streams a -show_entries stream=sample_rate,channels -of csv=p=0 $f)
  ch=$(echo $info | tr , ' ' | awk '{print $2}')
  [ "${b##*.}" = ogg ] && oggdec -Q -R -b 16 -o ref/$b.s16 $f && echo "oggdec $b $(( $(stat -c %s ref/$b.s16) / 2 / ch ))"
  [ "${b##*.}" = mp3 ] && lame --quiet --decode -t $f ref/$b.s16 && echo "lame $b $(( $(stat -c %s ref/$b.s16) / 2 / ch ))"
  [ "${b##*.}" = flac ] && flac --totally-silent -f -d -F --force-raw-format --endian=little --sign=signed -o ref/$b.raw $f && echo "flac $b $(stat -c %s ref/$b.raw) bytes $ch"
  echo "$b $(stat -c %s $f) $info frames=$(( $(stat -c %s ref/$b.f32) / 4 / ch ))"
done
du -cb out/* | tail -1

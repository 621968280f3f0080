#!/usr/bin/env bash
# Makes docs/images/demo.png from the pictures that './dev demo' leaves in demo-out/.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
build/bin/pantile run docs/images/demo.pan --size x=1304,y=320,c=3 \
    --input a=demo-out/photo.png --input b=demo-out/blur.png \
    --input d=demo-out/unsharp.png --input e=demo-out/harris.png --output docs/images/demo.png

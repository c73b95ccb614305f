#!/usr/bin/env bash
# Makes the fonts that the window embeds from those of a Debian package: the characters that the
# program can show, under a name of their own, as the licence asks.
#
#     bash tools/fonts/make.sh [FOLDER]        default: app/assets/fonts
#
# Takes the package's files if it is installed, else downloads it into a temporary folder; nothing
# is installed. The same inputs give the same bytes. Needs python3 with venv and, for the download,
# apt-get and dpkg-deb.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
out=$(mkdir -p "${1:-$root/app/assets/fonts}" && cd "${1:-$root/app/assets/fonts}" && pwd)

package=fonts-lxgw-wenkai
version=1.250+repack-1
fonts=usr/share/fonts/truetype/lxgw-wenkai
notice=usr/share/doc/$package/copyright

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

base=/
if [[ ! -e /$fonts/LXGWWenKai-Bold.ttf || ! -e /$notice ]]; then
    printf 'downloading %s %s\n' "$package" "$version"
    cd "$work"
    apt-get -qq -o APT::Sandbox::User=root download "$package=$version"
    dpkg-deb -x ./*.deb package
    base=$work/package/
fi

# Another version would give other bytes: whoever wants it changes these lines with it.
sha256sum --check --strict --quiet - <<END
2a24551c5c4fb42507aafa4773b08a5ea55d538a8d449032663ec9e3027a707e  $base$fonts/LXGWWenKai-Bold.ttf
e67db6ffbd21cfa5c77645db77419c309704d2b95b391c076a35279aaf07b46e  $base$fonts/LXGWWenKaiMono-Bold.ttf
END

printf 'setting up fonttools\n'
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check fonttools==4.68.0

"$work/venv/bin/python" "$root/tools/fonts/make.py" "$root" "$base$fonts" "$base$notice" "$out"

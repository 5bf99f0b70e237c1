//! The program in a page: `web/build` compiles it, and `web/index.html` starts it.

fn main() {
    maskscope::app::run();
}

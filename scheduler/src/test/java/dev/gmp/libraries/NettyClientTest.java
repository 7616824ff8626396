package dev.gmp.libraries;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Netty clients called from goroutines, against a server on the same scheduler. */
class NettyClientTest {

    private static final int CALLS = 300;

    @Test
    void goroutinesWaitForEventLoopsOnPlatformThreads() throws Exception {
        try (GoroutinesAtWork work = new GoroutinesAtWork();
                EchoServer server = new EchoServer(work.scheduler())) {
            EventLoopGroup loops = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
            check(work, server, loops);
            work.checkThreads();
        }
    }

    /** An event loop sits in a selector, which holds its machine all the time. */
    @Test
    void eventLoopsMayBeGoroutinesThemselves() throws Exception {
        try (GoroutinesAtWork work = new GoroutinesAtWork();
                EchoServer server = new EchoServer(work.scheduler())) {
            EventLoopGroup loops =
                    new MultiThreadIoEventLoopGroup(2, work.scheduler().virtual(), NioIoHandler.newFactory());
            check(work, server, loops);
            work.checkThreads();
        }
    }

    private static void check(GoroutinesAtWork work, EchoServer server, EventLoopGroup loops) throws Exception {
        try {
            Bootstrap bootstrap = new Bootstrap().group(loops).channel(NioSocketChannel.class);
            work.warmUp(number -> get(bootstrap, server.port(), number));
            work.checkAll(CALLS, number -> get(bootstrap, server.port(), number), EchoServer::expected);
        } finally {
            loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).sync();
        }
    }

    private static String get(Bootstrap bootstrap, int port, int number) throws Exception {
        CompletableFuture<String> answer = new CompletableFuture<>();
        Channel channel = bootstrap
                .clone()
                .handler(new Exchange(answer))
                .connect("127.0.0.1", port)
                .sync()
                .channel();
        var request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/" + number);
        request.headers().set(HttpHeaderNames.HOST, "127.0.0.1");
        channel.writeAndFlush(request).sync();
        try {
            return answer.get();
        } finally {
            channel.close().sync();
        }
    }

    private static final class Exchange extends ChannelInitializer<SocketChannel> {

        private static final int LONGEST = 1_000;

        private final CompletableFuture<String> answer;

        Exchange(CompletableFuture<String> answer) {
            this.answer = answer;
        }

        @Override
        protected void initChannel(SocketChannel channel) {
            channel.pipeline().addLast(new HttpClientCodec(), new HttpObjectAggregator(LONGEST), new Answer(answer));
        }
    }

    private static final class Answer extends SimpleChannelInboundHandler<FullHttpResponse> {

        private final CompletableFuture<String> answer;

        Answer(CompletableFuture<String> answer) {
            this.answer = answer;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpResponse response) {
            answer.complete(response.content().toString(StandardCharsets.UTF_8));
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            answer.completeExceptionally(cause);
        }
    }
}
